import { compileRoutes } from '@turnout/compiler'
import { expect, test } from 'vitest'
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
