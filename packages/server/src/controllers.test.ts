import { describe, expect, test } from 'vitest'
import { createControllerLoader } from './controllers.ts'
import type { ControllerModule } from './types.ts'

const layer = () => new Response()

/** A table of one controller and an application, and how often each was loaded. */
function countLoads(isCached: boolean, module: ControllerModule = {}, application: ControllerModule = {}) {
  const loads = { photos: 0, application: 0 }
  const table = createControllerLoader(
    {
      photos: async () => {
        loads.photos++
        return module
      },
      application: async () => {
        loads.application++
        return application
      },
    },
    { isCached },
  )
  return { table, loads }
}

describe('a controller and the module `application`', () => {
  test.each([
    [true, { photos: 1, application: 1 }],
    [false, { photos: 3, application: 3 }],
  ])('with isCached %s, they are loaded so often: %j', async (isCached, expected) => {
    const { table, loads } = countLoads(isCached, {}, { middleware: [layer] })
    for (let i = 0; i < 3; i++) {
      await table.controller('photos')
      expect(await table.application()).toEqual({ middleware: [layer] })
    }
    expect(loads).toEqual(expected)
  })

  test('are loaded on demand, and neither is required', () => {
    expect(countLoads(true).loads).toEqual({ photos: 0, application: 0 })
    expect(createControllerLoader({}, { isCached: true }).application()).toEqual({ middleware: [] })
  })
})

test.each([7, [7], [layer, 'text']])('middleware must be functions: %j', async (middleware) => {
  const module = { middleware } as never
  const { table } = countLoads(true, module, module)
  await expect(table.controller('photos')).rejects.toThrow(
    '`middleware` of the controller `photos` must be an array of functions.',
  )
  await expect(table.application()).rejects.toThrow(
    '`middleware` of the controller `application` must be an array of functions.',
  )
})
