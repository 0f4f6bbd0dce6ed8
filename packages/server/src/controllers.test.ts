import { describe, expect, test } from 'vitest'
import { controllerTable } from './controllers.ts'
import type { ControllerModule } from './types.ts'

const layer = () => new Response()

/** A table of one controller and an application, and how often each was loaded. */
function counted(keep: boolean, module: ControllerModule = {}, application: ControllerModule = {}) {
  const loads = { photos: 0, application: 0 }
  const table = controllerTable(
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
    keep,
  )
  return { table, loads }
}

describe('a controller and the middleware of the application', () => {
  test.each([
    [true, { photos: 1, application: 1 }],
    [false, { photos: 3, application: 3 }],
  ])('kept: %s; then they are loaded so often: %j', async (keep, expected) => {
    const { table, loads } = counted(keep, {}, { middleware: [layer] })
    for (let i = 0; i < 3; i++) {
      await table.controller('photos')
      expect(await table.application()).toEqual({ middleware: [layer] })
    }
    expect(loads).toEqual(expected)
  })

  test('are not loaded before they are asked for, and there may be none', () => {
    expect(counted(true).loads).toEqual({ photos: 0, application: 0 })
    expect(controllerTable({}, true).application()).toEqual({ middleware: [] })
  })
})

test.each([7, [7], [layer, 'text']])('middleware must be functions: %j', async (middleware) => {
  const module = { middleware } as never
  const { table } = counted(true, module, module)
  await expect(table.controller('photos')).rejects.toThrow(
    '`middleware` of the controller `photos` must be an array of functions.',
  )
  await expect(table.application()).rejects.toThrow(
    '`middleware` of the controller `application` must be an array of functions.',
  )
})
