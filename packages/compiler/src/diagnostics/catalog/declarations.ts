import { didYouMean } from '../did-you-mean.ts'
import type { CatalogEntry } from './entry.ts'

/** Which call was given it, where it says no more than that. */
type BadArgument =
  | 'path'
  | 'scope'
  | 'direct'
  | 'resolve'
  | { readonly nameless: string }
  | { readonly mapOf: string }
  | { readonly option: string }

type MangledWord = {
  readonly name: string
  readonly singular: string
  /** Null where it is not known. */
  readonly right: string | null
  readonly use: { readonly kind: 'route' | 'param'; readonly name: string }
}

/** What is wrong with one declaration: its arguments, options, names and endpoint. */
export const declarations = {
  'ambiguous-path': {
    severity: 'error',
    why: 'The path is given twice: as the first argument and as the option `path`.',
    fix: "Keep one of them. To give an action another path, write `get(action('preview'), { path: 'look' })`.",
    message: ({ path }: { path: string }) => `The path \`${path}\` and the option \`path\` are both given.`,
  },
  'async-function': {
    severity: 'error',
    why: '`match` and the URL helpers call the function and do not wait. The promise that it returns is no answer, and as a constraint it would always be true.',
    fix: 'Make the function synchronous. Move the part that waits into a middleware or an action, which may be async.',
    message: ({ name, role, kind }: { name: string | null; role: string; kind: string }) =>
      `${name === null ? 'The function' : `\`${name}\``}, ${role}, is ${kind} function.`,
  },
  'bad-argument': {
    severity: 'error',
    why: 'The call was given an unexpected argument.',
    fix: 'Look at the signature of the method; TypeScript shows it.',
    message: (slip: BadArgument) => {
      if (slip === 'path') return 'A path is neither a string nor an action.'
      if (slip === 'scope') return 'The options of `scope` do not stand last.'
      if (slip === 'direct') return '`direct` takes a URL, or a list of a route name and options.'
      if (slip === 'resolve') return "`resolve` takes model names and a route: `resolve('Basket', () => ['basket'])`."
      if ('nameless' in slip) return `\`${slip.nameless}\` has no name.`
      if ('mapOf' in slip) return `\`${slip.mapOf}\` takes a map.`
      return `\`${slip.option}\` is not an object of names and values.`
    },
  },
  'deep-nesting': {
    severity: 'hint',
    why: 'A member is known by its own identifier. The identifiers of its grandparents make URLs long and say nothing new.',
    fix: 'Declare the outer resource with `shallow: true`, or nest no deeper than one level.',
    message: ({ name, path }: { name: string; path: string }) =>
      `\`${name}\` is nested under two identifiers: \`${path}\`.`,
  },
  'duplicate-name': {
    severity: 'error',
    why: 'Two routes of the same name would have the same helper.',
    fix: 'Give one of them another name with `as`, or leave out what you do not need with `only` or `except`.',
    message: ({ name, isOfRoute }: { name: string; isOfRoute: boolean }) =>
      `The ${isOfRoute ? 'route name' : 'name'} \`${name}\` is already in use.`,
  },
  'inside-scope': {
    severity: 'error',
    why: 'The mapping holds for the whole application, not for one scope.',
    fix: 'Move the call to the top level of a route file.',
    message: ({ call }: { call: string }) => `\`${call}\` is used inside of a scope.`,
  },
  'invalid-action': {
    severity: 'error',
    why: 'The action names a method of the controller.',
    fix: "Write it as an identifier: `to: 'photos#show'`. A path or URL to lead to is a redirect: `to: redirect('/photos')`.",
    message: ({ action, guess }: { action: string; guess: string | null }) =>
      `\`${action}\` is not the name of an action.${didYouMean(guess)}`,
  },
  'invalid-constraint': {
    severity: 'error',
    why: 'A constraint is a map of requirements and conditions, or an exported function of the request.',
    fix: "Write `{ constraints: { id: /\\d+/ } }`, `{ constraints: { subdomain: 'api' } }`, or pass an exported function.",
    message: () => '`constraints` is neither a map nor a function.',
  },
  'invalid-controller': {
    severity: 'error',
    why: 'A controller is named by its path: lower-case letters, digits and `_`, with `/` between folders.',
    fix: 'Write `admin/photos`, not `Admin::Photos` or `/photos`. For a folder, use `module` or `namespace`.',
    message: ({ controller, guess }: { controller: string; guess: string | null }) =>
      `\`${controller}\` is not the name of a controller.${didYouMean(guess)}`,
  },
  'invalid-default': {
    severity: 'error',
    why: 'Defaults are frozen into the manifest, which is JSON.',
    fix: 'Use a string, a number, a boolean, null, or lists and maps of them.',
    message: ({ name }: { name: string }) => `The default \`${name}\` cannot be written as JSON.`,
  },
  'invalid-name': {
    severity: 'error',
    why: 'A route name becomes the name of a function, so it must be an identifier.',
    fix: 'Use letters, digits and `_`, and begin with a letter or `_`.',
    message: ({ name, of }: { name: string; of: 'route' | 'helper' }) => `\`${name}\` cannot be the name of a ${of}.`,
  },
  'invalid-on': {
    severity: 'error',
    why: '`on` places the route at a level of the enclosing resource.',
    fix: "Use 'new', 'collection' or 'member'.",
    message: ({ level }: { level: string }) => `\`on\` is \`${level}\`.`,
  },
  'invalid-to': {
    severity: 'error',
    why: 'The endpoint of a route is a controller action, a redirect or an exported function.',
    fix: "Write `to: 'photos#show'`, `to: redirect('/photos')`, or `to: someExportedFunction`.",
    message: (call: 'route' | 'mount') =>
      call === 'mount'
        ? '`mount` was given no app.'
        : '`to` is neither `controller#action` nor something that can answer a request.',
  },
  'mangled-word': {
    severity: 'warning',
    why: 'The rules of inflection make a wrong singular of the word. It would name parameters and helpers.',
    fix: "Teach the rules the word: `turnout({ inflections: (inflect) => inflect.irregular('canvas', 'canvases') })`. Or name the routes with `as`.",
    message: ({ name, singular, right, use }: MangledWord) =>
      `The singular of \`${name}\` is inflected as \`${singular}\`${right === null ? '' : `, not as \`${right}\``}. ` +
      `It names the ${use.kind} \`${use.name}\`.`,
  },
  'missing-action': {
    severity: 'error',
    why: 'Nothing says which action answers.',
    fix: "Add `to: 'controller#action'`, or `action`.",
    message: ({ path }: { path: string }) => `The route \`${path}\` has no action.`,
  },
  'missing-controller': {
    severity: 'error',
    why: 'Nothing says which controller answers: there is no `to`, no `controller`, and no scope that sets one.',
    fix: "Add `to: 'controller#action'`, or wrap the call in `controller('…', …)`.",
    message: ({ path, action, guess }: { path: string; action: string | null; guess: string | null }) =>
      `The route \`${path}\` has no controller${action === null ? '' : `: \`to\` names the action \`${action}\` only`}.${didYouMean(guess)}`,
  },
  'missing-via': {
    severity: 'error',
    why: '`match` must say which verbs it answers. A route that answers all of them by oversight is a security hole.',
    fix: "Add `via: 'get'`, `via: ['get', 'post']` or `via: 'all'`, or use `get`, `post`, ….",
    message: () => 'The route does not say which verbs it answers.',
  },
  'mount-point-missing': {
    severity: 'error',
    why: '`mount` must say under which path the app is served.',
    fix: "Write `mount(app, { at: '/path' })`.",
    message: () => '`mount` was given no path.',
  },
  'no-path': {
    severity: 'warning',
    why: 'The call has no path. Rails 8 then declares no route, without an error, and so does Turnout.',
    fix: "Put the path first: `get('about', { to: 'pages#about' })`. To declare nothing, remove the call.",
    message: ({ call }: { call: string }) => `\`${call}\` has no path, so it declares no route.`,
  },
  'not-frozen': {
    severity: 'error',
    why: 'The value belongs to the frozen table, so it must be a plain value.',
    fix: 'Use strings, numbers, booleans, null, lists and maps.',
    message: ({ kind, name }: { kind: 'callable' | 'requirement' | 'condition'; name: string }) => {
      if (kind === 'callable') return `The constraint on \`${name}\` is a function.`
      if (kind === 'condition') return `The condition on \`${name}\` is not a value that the manifest can hold.`
      return `The requirement on \`${name}\` is neither a regular expression nor a text.`
    },
  },
  'outside-resource-scope': {
    severity: 'error',
    why: 'The call adds to a resource, and no resource is open here.',
    fix: 'Move it directly into the block of `resources` or `resource`.',
    message: ({ call }: { call: string }) => `\`${call}\` is used outside of a resource.`,
  },
  'param-colon': {
    severity: 'error',
    why: '`param` is the name of the identifier parameter, without the colon of a path.',
    fix: "Write `param: 'slug'`.",
    message: ({ param }: { param: string }) => `\`param\` is \`${param}\`.`,
  },
  'path-not-specified': {
    severity: 'error',
    why: 'The map has no path among its keys.',
    fix: "Put the path first: `match({ 'photos/:id': 'photos#show', via: 'get' })`.",
    message: (where: 'map' | 'route') =>
      where === 'map' ? 'None of the keys of the map is a path.' : 'The route has no path.',
  },
  'redefined-direct': {
    severity: 'warning',
    why: 'A later `direct` of the same name redefines the helper, as in Rails. The first one has no effect.',
    fix: 'Remove one of the two, or give it another name.',
    message: ({ name }: { name: string }) => `\`direct\` redefines \`${name}\`.`,
  },
  'reserved-name': {
    severity: 'error',
    why: 'The name means something to JavaScript itself; a table that uses it could be tampered with.',
    fix: 'Choose another name.',
    message: (of: 'route' | 'helper') => `A ${of} is named \`__proto__\`.`,
  },
  'root-arguments': {
    severity: 'error',
    why: '`root` takes a target, a target and options, or one map of options.',
    fix: "Write `root('pages#home')` or `root({ to: 'pages#home' })`.",
    message: () => '`root` was given something other than a target and options.',
  },
  'scope-anchor': {
    severity: 'error',
    why: '`anchor` says something about one route; a scope ignores it.',
    fix: 'Give it to `match` or a verb.',
    message: ({ option }: { option: string }) => `\`${option}\` is given to a scope.`,
  },
  'unknown-concern': {
    severity: 'error',
    why: 'A concern must be declared before it is used.',
    fix: 'Declare it with `concern`, above this call, or correct the name.',
    message: ({ name, guess }: { name: string; guess: string | null }) =>
      `There is no concern \`${name}\`.${didYouMean(guess)}`,
  },
  'unknown-only': {
    severity: 'error',
    canBeLowered: true,
    why: "The resource has no such action, so the list does not do what it says. Rails 8 refuses it; Rails 7.2 ignores the name, and so does Turnout with `rails: '7.2'`, where this is a warning.",
    fix: 'Use index, create, new, show, update, destroy or edit. A singular resource has no index. Declare other actions in `member` or `collection`.',
    message: ({
      option,
      action,
      isSingular,
      guess,
    }: {
      option: string
      action: string
      isSingular: boolean
      guess: string | null
    }) =>
      `\`${option}\` names \`${action}\`, which is not an action of a ${isSingular ? 'singular ' : ''}resource.${didYouMean(guess)}`,
  },
  'unknown-option': {
    severity: 'warning',
    why: 'The method does not read it. A name that is not an option at all is taken for a default parameter, as in Rails; but this one looks like a slip.',
    fix: 'Correct the name. To pass a default parameter, write `defaults: { … }`.',
    message: ({
      call,
      key,
      guess,
      takers,
      text,
    }: {
      call: string
      key: string
      guess: string | null
      takers: readonly string[]
      /** A text that looks like a regular expression. */
      text: string | null
    }) =>
      `\`${call}\` has no option \`${key}\`.${didYouMean(guess)}` +
      (takers.length === 0 ? '' : ` It is one of ${takers.join(', ')}.`) +
      (text === null ? '' : ` ${JSON.stringify(text)} is a text: a requirement is a regular expression.`),
  },
  'unknown-verb': {
    severity: 'error',
    why: 'A verb is an HTTP method; this is not a method that a route can handle.',
    fix: "Use 'get', 'post', 'put', 'patch', 'delete', 'head', 'options', or 'all'.",
    message: ({ verb }: { verb: string }) => `\`${verb}\` is not a verb.`,
  },
  'unreadable-condition': {
    severity: 'warning',
    why: 'Rails’ request has this attribute, but nothing that `match` is given tells it. A condition that asks for a value of it never holds, so that the route answers nothing.',
    fix: 'Ask for it in a function: `constraints: fn`, exported by a module of its own.',
    message: ({ attribute }: { attribute: string }) => `\`${attribute}\` of a request cannot be a condition.`,
  },
  'unusual-target': {
    severity: 'warning',
    why: 'Rails takes an endpoint like this. It looks like a slip, or like a method of Ruby that JavaScript cannot name.',
    fix: "Write it as `to: 'photos#show'`.",
    message: (target: { to: string; counts: string } | { action: string }) =>
      'action' in target
        ? `The action \`${target.action}\` cannot be the name of a function in JavaScript.`
        : `Of \`${target.to}\` only \`${target.counts}\` counts; what stands behind the second \`#\` does not.`,
  },
  'unusual-verb': {
    severity: 'warning',
    why: 'A verb may be any word, but no client sends this one. It looks like a slip.',
    fix: 'Correct the verb.',
    message: ({ verb, guess }: { verb: string; guess: string }) => `No client sends \`${verb}\`.${didYouMean(guess)}`,
  },
  'useless-restriction': {
    severity: 'hint',
    why: 'The resource has the same routes without it.',
    fix: 'Remove `only` or `except`, or name the actions that you mean.',
    message: ({ option, name }: { option: string; name: string }) =>
      `\`${option}\` changes nothing: \`${name}\` has the same actions without it.`,
  },
  'wrong-rails-version': {
    severity: 'error',
    canBeLowered: true,
    why: 'Turnout compiles the routes as one version of Rails does, 8.1 unless `rails` is set. That version refuses the call, or does not have the method.',
    fix: "Write one call for each path. Or set the version that your routes are written for: `turnout({ rails: '7.2' })`, or `'8.1'` for `connect`.",
    message: ({ call, paths }: { call: string; paths?: number }) =>
      paths === undefined
        ? `Rails 7.2 has no method \`${call}\`.`
        : `\`${call}\` has ${paths} paths. Rails 8.1 accepts one path in a call.`,
  },
} as const satisfies Record<string, CatalogEntry>
