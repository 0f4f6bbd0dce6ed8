import { compileRoutes } from '@turnout/compiler'
import { expect, test } from 'vitest'
import { randomNumbers } from '../../../../runtime/test/random.ts'
import { ManifestReceiver, ManifestSender } from './manifest-transfer.ts'

function manifestOf(...names: readonly string[]) {
  const { manifest } = compileRoutes((r) => {
    for (const name of names) r.get(name, { to: 'pages#show', as: null })
  })
  return manifest!
}

/** Sends a manifest as a message port would. */
function transfer(sender: ManifestSender, receiver: ManifestReceiver, manifest: ReturnType<typeof manifestOf>) {
  const sent = structuredClone(sender.send(manifest, receiver.id))
  return { sent, received: receiver.receive(sent) }
}

test('sends only routes that have changed, and keeps the others as objects', () => {
  const [sender, receiver] = [new ManifestSender(), new ManifestReceiver()]
  const first = transfer(sender, receiver, manifestOf('a', 'b', 'c'))
  expect(first.received).toEqual(manifestOf('a', 'b', 'c'))
  const changed = manifestOf('c', 'x', 'a', 'b')
  const second = transfer(sender, receiver, changed)
  expect(second.received).toEqual(changed)
  expect(second.sent.routes.filter((route) => typeof route === 'string')).toHaveLength(1)
  expect(second.received.routes[2]).toBe(first.received.routes[0])
})

test.each([
  ['an insertion', 'a b c d', 'a b x c d', 1],
  ['a removal', 'a b c d', 'a d', 0],
  ['a change', 'a b c d', 'a x c d', 1],
  ['an addition to equal routes', 'a a', 'a a a', 1],
  ['a removal of equal routes', 'a a a b', 'a a b', 0],
  ['an exchange', 'a b c d', 'a c b d', 0],
  ['the removal of all', 'a b', '', 0],
])('sends the routes between the first and the last change: %s', (_, before, after, count) => {
  const [sender, receiver] = [new ManifestSender(), new ManifestReceiver()]
  transfer(sender, receiver, manifestOf(...before.split(' ')))
  const manifest = manifestOf(...after.split(' ').filter(Boolean))
  const { sent, received } = transfer(sender, receiver, manifest)
  expect(received).toEqual(manifest)
  expect(new Set(received.routes).size).toBe(manifest.routes.length)
  expect(sent.routes.filter((route) => typeof route === 'string')).toHaveLength(count)
})

test('receives the manifests of random edits as they are', () => {
  const generate = randomNumbers(27)
  const random = (below: number) => Math.floor(generate() * below)
  const [sender, receiver] = [new ManifestSender(), new ManifestReceiver()]
  let names = ['a', 'b', 'c']
  for (let edit = 0; edit < 60; edit++) {
    const [from, count] = [random(names.length + 1), random(3)]
    const added = Array.from({ length: random(3) }, () => 'abcdefgh'[random(8)]!)
    names = names.toSpliced(from, count, ...added).slice(0, 12)
    const manifest = manifestOf(...names)
    const { received } = transfer(sender, receiver, manifest)
    expect(received).toEqual(manifest)
    expect(new Set(received.routes).size).toBe(names.length)
  }
})

test('sends everything to a receiver that has another manifest', () => {
  const [sender, receiver, other] = [new ManifestSender(), new ManifestReceiver(), new ManifestReceiver()]
  transfer(sender, receiver, manifestOf('a'))
  transfer(sender, other, manifestOf('a', 'b'))
  expect(transfer(sender, receiver, manifestOf('a', 'b', 'c')).received).toEqual(manifestOf('a', 'b', 'c'))
})

test('keeps equal routes apart, and freezes all', () => {
  const [sender, receiver] = [new ManifestSender(), new ManifestReceiver()]
  transfer(sender, receiver, manifestOf('a', 'a'))
  const { received } = transfer(sender, receiver, manifestOf('a', 'a', 'a'))
  expect(new Set(received.routes).size).toBe(3)
  expect(Object.isFrozen(received.routes)).toBe(true)
  expect(received.routes.every((route) => Object.isFrozen(route.segments))).toBe(true)
})
