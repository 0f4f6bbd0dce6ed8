/** 400: malformed; 413: too large; 415: of a media type that no contract reads. */
type UnreadableStatus = 400 | 413 | 415

/** Input that cannot be read, so that no schema sees it. */
export class Unreadable extends Error {
  readonly status: UnreadableStatus

  /** @param detail for the client: it names a rule, and repeats nothing that was sent */
  constructor(status: UnreadableStatus, detail: string) {
    super(detail)
    this.status = status
  }
}
