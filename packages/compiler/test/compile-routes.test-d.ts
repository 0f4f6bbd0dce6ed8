// Type tests: checked by `tsc`, never run. Each `@ts-expect-error` is a mistake that must be a type error.
import { expectTypeOf } from 'vitest'
import { defineRoutes, type Routes } from '../src/dsl.ts'
import { compileRoutes, type CallableReference } from '../src/index.ts'

compileRoutes((r) => {
  expectTypeOf(r).toEqualTypeOf<Routes>()
  r.resources('photos')
})
compileRoutes(
  defineRoutes((r) => r.draw('api')),
  { apiOnly: true, pathNames: { new: 'neu' }, draws: { api: (r) => r.root('a#b') }, callables: 'by-name' },
)
// A part of the DSL is enough for a function that several tools share.
compileRoutes((r: { resources(name: string): void }) => r.resources('photos'))

// @ts-expect-error a number is not a block
compileRoutes(42)
// @ts-expect-error nor are options
compileRoutes({ apiOnly: true })
// @ts-expect-error a drawn block is a block
compileRoutes(() => {}, { draws: { api: 'config/routes/api.ts' } })
// @ts-expect-error no such setting
compileRoutes(() => {}, { apiOnyl: true })

expectTypeOf<CallableReference['module']>().toEqualTypeOf<string>()
