// Finds links in a syntax tree of JavaScript: in modules, in scripts and expressions of templates, and for lint rules.
import { branchesOf, isNode, rangeOf, unwrap, valuesOf, type Node } from './evaluate.ts'
import { BRACES, EXPRESSION, type FixForm, type Link, type Part, type Range } from './link.ts'
import { attributeUse, type AttributeUse, type CallRule, type FinderSettings } from './settings.ts'

/** Modules with less than this contain no address: a string, a template or an attribute that begins with a slash. */
export const MAY_HAVE_LINKS = /["'`]\s*[/\\]/

/** Returns the links in a program, in the order of the source. */
export function findInProgram(program: Node, settings: FinderSettings): readonly Link[] {
  const finder = new Finder(settings)
  finder.collect(program)
  return finder.found().links
}

/** An attribute of an element. */
export interface Attribute {
  readonly name: string
  /** The value: an expression, or strings and holes; null if the value cannot be an address. */
  readonly value: Node | readonly Part[] | null
  /** The place of a value of strings and holes. */
  readonly range: Range
  /** How a call replaces a value of strings and holes. */
  readonly form: FixForm | null
}

/** The place for imports that a fix adds. */
export interface ImportPlace {
  /** The end of the last import, or the start of the script if there is none. */
  readonly at: number
  readonly isBehindImport: boolean
  /** The end of the last name of an existing `import { … } from 'virtual:routes'`; null if there is none. */
  readonly behindName: number | null
  /** The names that the program imports from `virtual:routes`, by their local names. */
  readonly helpers: ReadonlySet<string>
}

/** The links of a file. */
export interface FoundLinks {
  readonly links: readonly Link[]
  /** All names that the file declares. */
  readonly names: Pick<ReadonlyMap<string, unknown>, 'has'>
  /** Null if a fix cannot add imports to the file. */
  readonly imports: ImportPlace | null
}

function importPlace(program: Node): ImportPlace {
  const statements = program['body'] as readonly Node[]
  const imports = statements.filter(({ type }) => type === 'ImportDeclaration')
  const names = imports
    .filter(({ source, importKind }) => (source as Node)['value'] === 'virtual:routes' && importKind !== 'type')
    .flatMap(({ specifiers }) => specifiers as readonly Node[])
    .filter(({ type, importKind }) => type === 'ImportSpecifier' && importKind !== 'type')
  const helpers = names.flatMap(({ local, imported }) => {
    const { name } = local as Node
    return (imported as Node)['name'] === name ? [name as string] : []
  })
  const last = imports.at(-1)
  // A directive, such as 'use client', is only one before all other statements.
  const first = statements.find(({ directive }) => typeof directive !== 'string') ?? program
  return {
    at: last === undefined ? rangeOf(first)[0] : rangeOf(last)[1],
    isBehindImport: last !== undefined,
    behindName: names.length === 0 ? null : rangeOf(names.at(-1)!)[1],
    helpers: new Set(helpers),
  }
}

/** The keys of a node that do not lead to its children. */
const SKIPPED = new Set(['type', 'start', 'end', 'range', 'loc', 'parent', 'tokens', 'comments', 'typeAnnotation'])

/** How a module declares a name. */
type Binding = 'function' | 'own-import' | 'turnout-import' | 'other'

/** Collects the links of one file, whose trees share their constants: a program, or the scripts and the template of a component. */
export class Finder {
  readonly #settings: FinderSettings
  /** Find the links when all declarations are known. */
  readonly #searches: (() => void)[] = []
  readonly #constants = new Map<string, Node | null>()
  readonly #bindings = new Map<string, Binding>()
  readonly #links: Link[] = []
  #importPlace: ImportPlace | null = null

  constructor(settings: FinderSettings) {
    this.#settings = settings
  }

  /**
   * Collects the declarations and the possible links of a tree. It does not recurse, because a tree may be deep.
   *
   * @param isScript true if a fix may add imports to the tree
   * @param visit called for each node
   */
  collect(tree: Node, isScript = true, visit?: (node: Node) => void): void {
    if (isScript && Array.isArray(tree['body'])) this.#importPlace = importPlace(tree)
    const stack = [tree]
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      this.#visit(node)
      visit?.(node)
      for (const key in node) {
        if (SKIPPED.has(key)) continue
        const child = node[key]
        if (Array.isArray(child)) stack.push(...child.filter(isNode))
        else if (isNode(child)) stack.push(child)
      }
    }
  }

  #visit(node: Node): void {
    switch (node.type) {
      case 'JSXOpeningElement':
        this.#addJsxElement(node)
        break
      case 'CallExpression':
      case 'NewExpression':
        this.#searches.push(() => this.#findInCall(node))
        break
      case 'AssignmentExpression':
        this.#searches.push(() => this.#findInAssignment(node))
        break
      case 'VariableDeclaration':
        for (const { id, init } of node['declarations'] as readonly { id: Node; init: Node | null }[]) {
          const isFunction = init !== null && /^(?:ArrowF|F)unctionExpression$/.test(init.type)
          this.#declare(id, isFunction ? 'function' : 'other', node['kind'] === 'const' ? init : null)
        }
        break
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        if (node.type === 'FunctionDeclaration') this.#declare(node['id'], 'function')
        this.#declare(node['params'], 'other')
        break
      case 'ClassDeclaration':
      case 'TSEnumDeclaration':
        this.#declare(node['id'], 'other')
        break
      case 'CatchClause':
        this.#declare(node['param'], 'other')
        break
      case 'ImportDeclaration': {
        const source = String((node['source'] as Node)['value'])
        const binding = /^(?:vite-plugin-turnout|virtual:routes)(?:\/|$)/.test(source)
          ? 'turnout-import'
          : OWN_MODULE.test(source)
            ? 'own-import'
            : 'other'
        for (const { local } of node['specifiers'] as readonly { local: Node }[]) this.#declare(local, binding)
        break
      }
    }
  }

  /** Declares each name in a pattern, or in a list of patterns. Only a pattern that is one name has a constant value. */
  #declare(pattern: unknown, binding: Binding, constant: Node | null = null): void {
    if (Array.isArray(pattern)) for (const item of pattern) this.#declare(item, binding)
    if (!isNode(pattern)) return
    if (pattern.type !== 'Identifier') {
      for (const key of PATTERN_KEYS) this.#declare(pattern[key], 'other')
      return
    }
    const name = pattern['name'] as string
    const isRepeated = this.#bindings.has(name)
    this.#constants.set(name, isRepeated ? null : constant)
    if (!isRepeated || binding !== 'other') this.#bindings.set(name, binding)
  }

  /** Returns all links of the trees, in the order of the source. */
  found(): FoundLinks {
    for (const search of this.#searches) search()
    const links = withoutSharedForms(this.#links.sort((a, b) => a.range[0] - b.range[0]))
    return { links, names: this.#bindings, imports: this.#importPlace }
  }

  /**
   * Adds the links in the attributes of an element.
   *
   * @param isComplete false if the element may have further attributes, which another object contains
   */
  addElement(tag: string, attributes: readonly Attribute[], isComplete: boolean): void {
    const literal = (name: string): string | null | undefined => {
      const attribute = attributes.find((candidate) => candidate.name === name)
      if (attribute === undefined) return isComplete ? undefined : null
      const { value } = attribute
      if (value === null) return null
      const [text, ...others] = 'type' in value ? [value['value']] : value
      return typeof text === 'string' && others.length === 0 ? text : null
    }
    for (const { name, value, range, form } of attributes) {
      const use = value === null ? null : attributeUse(name, { tag, literal }, this.#settings)
      if (value === null || use === null) continue
      if ('type' in value) this.#searches.push(() => this.#add(value, use))
      else this.#addParts({ parts: value, range, form, ...use })
    }
  }

  #addJsxElement(node: Node): void {
    const attributes = node['attributes'] as readonly Node[]
    const list = attributes.flatMap(({ type, name, value }): Attribute[] => {
      if (type !== 'JSXAttribute') return []
      const attribute = { name: jsxName(name as Node), range: NOWHERE, form: BRACES }
      if (!isNode(value)) return [{ ...attribute, value: null }]
      const isExpression = value.type === 'JSXExpressionContainer'
      const content = isExpression ? (value['expression'] as Node) : [String(value['value'])]
      return [{ ...attribute, value: content, range: rangeOf(value) }]
    })
    this.addElement(jsxName(node['name'] as Node), list, list.length === attributes.length)
  }

  #findInAssignment(node: Node): void {
    const target = pathOf(node['left'] as Node)
    if (node['operator'] !== '=' || !/(?:^|\.)location(?:\.href)?$/.test(target) || !this.#isGlobal(target)) return
    this.#add(node['right'] as Node, { methods: ['GET'], isRouter: false })
  }

  /** True if the name before the first dot is no declaration of the module. */
  #isGlobal(path: string): boolean {
    return !this.#bindings.has(path.split('.')[0]!)
  }

  #findInCall(node: Node): void {
    const callee = unwrap(node['callee'] as Node)
    const rule = this.#ruleFor(node.type === 'NewExpression' ? `new:${pathOf(callee)}` : pathOf(callee), callee)
    if (rule === undefined) return
    const values = node['arguments'] as readonly Node[]
    if (values.some(({ type }) => type === 'SpreadElement')) return
    const index = rule.argument === 'first-or-behind-status' ? Number(isNumber(values[0])) : rule.argument
    const address = values[index]
    if (address === undefined) return
    if (callee['name'] === 'URL' && !isPageAddress(values[1])) return
    const methods =
      rule.method === 'option' ? methodsIn(values[index + 1]) : rule.method === null ? null : [rule.method]
    this.#add(address, { methods, isRouter: rule.isRouter })
  }

  /**
   * Returns the rule for a function by its name, `router.push`. A function of the application itself may do anything with
   * its argument, so such a function counts only if the options list it. The redirect of a route file is no link.
   */
  #ruleFor(path: string, callee: Node): CallRule | undefined {
    const { calls, ownCalls } = this.#settings
    const rule = calls.get(path) ?? calls.get(shortPath(path))
    if (rule === undefined) return undefined
    // `location.replace('/a', '/b')` of a string that is named so.
    if (path.startsWith('location.') && this.#bindings.has('location')) return undefined
    if (callee.type !== 'Identifier') return rule
    const binding = this.#bindings.get(callee['name'] as string)
    if (binding === 'turnout-import') return undefined
    return binding === 'function' || binding === 'own-import' ? (ownCalls.has(path) ? rule : undefined) : rule
  }

  #add(node: Node, use: AttributeUse): void {
    for (const address of addressesIn(node)) {
      for (const { parts, isWrittenHere } of valuesOf(address, this.#constants)) {
        this.#addParts({ range: rangeOf(address), parts, ...use, form: isWrittenHere ? EXPRESSION : null })
      }
    }
  }

  #addParts(link: Link): void {
    const [start] = link.parts
    if (typeof start === 'string' && /^\s*[/\\]/.test(start)) this.#links.push(link)
  }
}

const NOWHERE: Range = [0, 0]

/** The keys of patterns that lead to the names that they declare. */
const PATTERN_KEYS = ['elements', 'properties', 'value', 'argument', 'left', 'parameter']

/** Modules of the application: relative imports, and the usual aliases. */
const OWN_MODULE = /^(?:\.|\/|~|#|@\/|\$lib|src\/|app\/)/

/** Takes the form from links that share an expression: one call cannot replace several values. */
function withoutSharedForms(links: readonly Link[]): Link[] {
  const counts = new Map<number, number>()
  for (const { range } of links) counts.set(range[0], (counts.get(range[0]) ?? 0) + 1)
  return links.map((link) => (counts.get(link.range[0]) === 1 ? link : { ...link, form: null }))
}

/** Properties that contain the address in objects: React Router, vue-router, TanStack Router. */
const ADDRESS_PROPERTIES = new Set(['pathname', 'path', 'to'])

/**
 * Returns the expressions that contain the address: the properties of an object, `{ pathname: '/photos' }`, and each branch
 * of a conditional expression, so that a fix can replace one branch.
 */
function addressesIn(node: Node): readonly Node[] {
  const inner = unwrap(node)
  if (inner.type !== 'ObjectExpression') return branchesOf(inner)?.flatMap(addressesIn) ?? [inner]
  return propertiesOf(inner).flatMap(([name, value]) => (ADDRESS_PROPERTIES.has(name) ? addressesIn(value) : []))
}

function propertiesOf(object: Node): (readonly [name: string, value: Node])[] {
  return (object['properties'] as readonly Node[]).flatMap(({ type, computed, key, value }) => {
    if (type === 'SpreadElement' || computed === true) return []
    return [[String((key as Node)['name'] ?? (key as Node)['value']), value as Node] as const]
  })
}

/** Returns the method in the options of `fetch`; null if it is unknown. */
function methodsIn(options: Node | undefined): readonly string[] | null {
  if (options === undefined) return ['GET']
  if (options.type !== 'ObjectExpression') return null
  const method = propertiesOf(options).find(([name]) => name === 'method')?.[1]
  if (method !== undefined) return typeof method['value'] === 'string' ? [method['value'].toUpperCase()] : null
  const isComplete = (options['properties'] as readonly Node[]).every(
    ({ type, computed }) => type !== 'SpreadElement' && computed !== true,
  )
  return isComplete ? ['GET'] : null
}

/** True for the address of the page or of the request: `location.href`, `window.location`, `request.url`. */
function isPageAddress(base: Node | undefined): boolean {
  if (base === undefined) return false
  return /(?:^|\.)(?:location(?:\.href|\.origin)?|(?:request|req)\.url|document\.baseURI)$/.test(pathOf(unwrap(base)))
}

function isNumber(node: Node | undefined): boolean {
  return typeof node?.['value'] === 'number'
}

/** `router.push`, `this.$router.push`, `useRouter().push`; '' for an expression of another form. */
function pathOf(node: Node): string {
  const names: string[] = []
  for (let next = unwrap(node); ;) {
    if (next.type === 'ChainExpression') next = unwrap(next['expression'] as Node)
    else if (next.type === 'MemberExpression' && next['computed'] !== true) {
      names.unshift(String((next['property'] as Node)['name']))
      next = unwrap(next['object'] as Node)
    } else if (next.type === 'CallExpression') next = unwrap(next['callee'] as Node)
    else if (next.type === 'Identifier') return [next['name'] as string, ...names].join('.')
    else if (next.type === 'ThisExpression') return names.join('.')
    else return ''
  }
}

/** `this.$router.push`, `appRouter.push`, `useRouter.push` -> `router.push`; `window.location.assign` -> `location.assign` */
function shortPath(path: string): string {
  const [object, method] = path.split('.').slice(-2)
  if (method === undefined) return path
  return `${/router$/i.test(object!) ? 'router' : object === 'props' ? '' : object}.${method}`
}

function jsxName(node: Node): string {
  if (node.type === 'JSXNamespacedName') return `${jsxName(node['namespace'] as Node)}:${jsxName(node['name'] as Node)}`
  if (node.type === 'JSXMemberExpression')
    return `${jsxName(node['object'] as Node)}.${jsxName(node['property'] as Node)}`
  return String(node['name'])
}
