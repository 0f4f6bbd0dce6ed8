/** A path as someone types it, which may be a URL, and may lack its slash. */
export function typedRequest(text: string): { target: string; request: { host?: string; protocol?: string } } {
  const [, protocol, host, target] = /^(https?):\/\/([^/?#]+)(.*)$/is.exec(text) ?? []
  if (protocol === undefined) return { target: text.startsWith('/') ? text : `/${text}`, request: {} }
  return {
    target: target!.startsWith('/') ? target! : `/${target}`,
    request: { protocol: protocol.toLowerCase(), host: host! },
  }
}
