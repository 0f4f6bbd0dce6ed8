import { isRegExpSource, type Condition, type ManifestRoute } from './manifest.ts'

/** True if every request that fulfils the first conditions surely fulfils the second. */
export function implies(first: ManifestRoute['conditions'], second: ManifestRoute['conditions']): boolean {
  for (const name in second) {
    if (!Object.hasOwn(first, name) || !impliesOne(first[name]!, second[name]!, name)) return false
  }
  return true
}

/** Attributes that are texts: to them a text in a list is the same as a text alone. */
const TEXTS: ReadonlySet<string> = new Set(['subdomain', 'domain', 'host', 'protocol', 'ip'])

function impliesOne(first: Condition, second: Condition, name: string): boolean {
  if (first === second || JSON.stringify(first) === JSON.stringify(second)) return true
  if (!TEXTS.has(name)) return false
  const values = typeof first === 'string' ? [first] : Array.isArray(first) ? (first as readonly unknown[]) : []
  return values.length > 0 && values.every((value) => typeof value === 'string' && holdsFor(second, value))
}

/** Whether an attribute of this text fulfils the condition. */
function holdsFor(condition: Condition, value: string): boolean {
  if (typeof condition === 'boolean') return condition === /\S/.test(value)
  if (typeof condition === 'string') return condition === value
  if (typeof condition === 'number') return false
  if (isRegExpSource(condition)) return new RegExp(condition.source, condition.flags).test(value)
  return condition.includes(value)
}
