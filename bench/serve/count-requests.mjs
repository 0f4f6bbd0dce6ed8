// One process of `instructions.mjs`: `node count-requests.mjs <module> <method> <status> <path> <requests>`.
//
// Stand-ins replace `Request` and `Response`, because Node's own take more instructions than any router.
const [, , file, method, status, path, count] = process.argv

class StandInHeaders {
  get() {
    return null
  }
}

class StandInRequest {
  constructor(url, { method = 'GET' } = {}) {
    this.url = url
    this.method = method
    this.headers = new StandInHeaders()
    this.body = null
  }
  json() {}
  formData() {}
  clone() {}
}

function StandInResponse(body, init) {
  this.body = body
  this.status = init?.status ?? 200
  this.headers = init?.headers
}

globalThis.Request = StandInRequest
globalThis.Response = StandInResponse
const { fetch } = (await import(file)).default
let last
for (let i = 0; i < Number(count); i++) {
  last = await fetch(new StandInRequest(`http://127.0.0.1:3000${path.replace('*', i % 1000)}`, { method }))
}
if (last.status !== Number(status)) throw new Error(`${last.status} instead of ${status}: ${path}`)
process.exit()
