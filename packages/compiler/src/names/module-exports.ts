/** What `virtual:routes` exports beside helpers. */
export const MODULE_EXPORTS = [
  'allowedMethods',
  'default',
  'manifest',
  'match',
  'matchAll',
  'pathFor',
  'refusal',
  'urlDefaults',
  'urlFor',
] as const
