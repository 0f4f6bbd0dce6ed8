/** 400: malformed; 413: too large; 415: of a media type that no contract reads. */
type UnreadableStatus = 400 | 413 | 415

/** The error for input that cannot be parsed, so that no schema can validate it. */
export class UnreadableInput extends Error {
  readonly status: UnreadableStatus

  /** @param detail for the client. It names the violated rule, and repeats nothing that the client sent */
  constructor(status: UnreadableStatus, detail: string) {
    super(detail)
    this.status = status
  }
}
