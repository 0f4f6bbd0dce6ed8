/** Returns an entry of the JSON of a Rails server, with the given fields. */
export const routeOf = (fields: object): object => ({
  name: null,
  verbs: ['GET'],
  path: '/a',
  anchored: true,
  defaults: { controller: 'a', action: 'b' },
  requirements: {},
  conditions: {},
  ...fields,
})

/** Returns the JSON of a Rails server with these routes. */
export const fileOf = (...routes: object[]): string => JSON.stringify({ routes })
