import { describe, expect, test } from 'vitest'
import { createControllerLoader } from './controllers.ts'
import type { ControllerModule } from './types.ts'

const layer = () => new Response()

/** A table of one controller and an application, and how often each was loaded. */
function countLoads(module: ControllerModule = {}, application: ControllerModule = {}) {
  const loads = { photos: 0, application: 0 }
  const table = createControllerLoader({
    photos: async () => {
      loads.photos++
      return module
    },
    application: async () => {
      loads.application++
      return application
    },
  })
  return { table, loads }
}

describe('a controller and the module `application`', () => {
  test('are loaded once for all requests', async () => {
    const { table, loads } = countLoads({}, { middleware: [layer] })
    for (let i = 0; i < 3; i++) {
      await table.controller('photos')
      expect(await table.application()).toEqual({ middleware: [layer] })
    }
    expect(loads).toEqual({ photos: 1, application: 1 })
  })

  test('are loaded on demand, and neither is required', () => {
    expect(countLoads().loads).toEqual({ photos: 0, application: 0 })
    expect(createControllerLoader({}).application()).toEqual({ middleware: [] })
  })
})

test.each([7, [7], [layer, 'text']])('middleware must be functions: %j', async (middleware) => {
  const module = { middleware } as never
  const { table } = countLoads(module, module)
  await expect(table.controller('photos')).rejects.toThrow(
    '`middleware` of the controller `photos` must be an array of functions.',
  )
  await expect(table.application()).rejects.toThrow(
    '`middleware` of the controller `application` must be an array of functions.',
  )
})
