/** The exports of `virtual:routes` that are not helpers. */
export const MODULE_EXPORTS = [
  'allowedMethods',
  'default',
  'match',
  'matchAll',
  'pathFor',
  'refusal',
  'urlDefaults',
  'urlFor',
] as const
