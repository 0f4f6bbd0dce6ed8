// What a contract costs beside its schemas: `node bench/serve/contract.mjs`, after `npm run build`.
//
// An action with a contract, and one that calls the same schemas by hand, handle the same request objects. Time is that of
// the processor; rounds alternate, and the median is printed.
import { action } from '@turnout/server'
import { z } from 'zod'

const ROUNDS = 15
const BATCH = 10_000

const Id = z.coerce.number().int()
const Page = z.object({ page: z.coerce.number().default(1) })
const Form = z.object({ title: z.string(), tags: z.array(z.string()) })

const JSON_BODY = JSON.stringify({ title: 'Fog', tags: ['a', 'b'] })
const response = new Response()
const refuse = () => new Response(null, { status: 422 })
const headers = { 'content-type': 'application/json', 'content-length': String(JSON_BODY.length) }

/** Each case: the request, the action with a contract, and the same by hand. */
const CASES = {
  params: {
    request: () => new Request('http://app.test/photos/7'),
    contract: action('photos#show', { params: { id: Id } }, () => response),
    byHand: async ({ params }) => {
      const id = await Id['~standard'].validate(params.id)
      return id.issues ? refuse() : response
    },
  },
  query: {
    request: () => new Request('http://app.test/photos/7?page=2'),
    contract: action('photos#show', { query: Page }, () => response),
    byHand: async ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      const page = await Page['~standard'].validate(query)
      return page.issues ? refuse() : response
    },
  },
  'a body': {
    request: () => new Request('http://app.test/photos/7', { method: 'POST', body: JSON_BODY, headers }),
    contract: action('photos#update', { body: Form }, () => response),
    byHand: async ({ request }) => {
      const body = await Form['~standard'].validate(await request.json())
      return body.issues ? refuse() : response
    },
  },
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

async function timeOf(run, request) {
  const args = Array.from({ length: BATCH }, () => ({ request: request(), params: { id: '7' }, context: null }))
  const begun = process.cpuUsage()
  for (const each of args) await run(each)
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / BATCH
}

console.log('| contract | by hand, µs | with a contract, µs | more, µs | ratio |\n|---|---|---|---|---|')
for (const [name, { request, contract, byHand }] of Object.entries(CASES)) {
  const times = { byHand: [], contract: [] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [hand, own] = [await timeOf(byHand, request), await timeOf(contract, request)]
    if (round === 0) continue
    times.byHand.push(hand)
    times.contract.push(own)
  }
  const [hand, own] = [median(times.byHand), median(times.contract)]
  console.log(
    `| ${name} | ${hand.toFixed(2)} | ${own.toFixed(2)} | ${(own - hand).toFixed(2)} | ${(own / hand).toFixed(2)} |`,
  )
}
