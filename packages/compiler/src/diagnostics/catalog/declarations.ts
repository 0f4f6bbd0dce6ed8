import { didYouMean } from '../nearest.ts'
import { error, hint, lowerableError, warning } from './entry.ts'

/** An invalid argument. The name of the first property distinguishes the cases; its value is the name of a call or an option. */
type BadArgument =
  | 'paths'
  | 'direct'
  | 'resolve'
  /** A call without a name. */
  | { readonly nameless: string }
  /** The call has its HTTP methods before the path, or in another option than `via`, as in Laravel, Hono and Fastify. */
  | { readonly methodsFirst: readonly string[] }
  /** The names of actions as further arguments of `resources`. */
  | { readonly call: string; readonly actions: readonly string[] }
  /** A list as the second argument of `resources`. */
  | { readonly listIn: string }
  /** A call whose argument is not an object. */
  | { readonly mapOf: string }
  /** An option whose value is not an object. */
  | { readonly option: string }
  /** An option whose value is not a name. */
  | { readonly nameOption: string; readonly value: string }
  /** An unknown option whose value is a function. `instead` says what to write, as a sentence after a space. */
  | { readonly functionOption: string; readonly call: string; readonly instead: string }
  /** An argument of a type that the method does not accept. */
  | { readonly badIn: string; readonly index: number; readonly value: string; readonly accepts: string }

/** A target in another place than the option `to`. `given` is the string as written; null if the argument is no string. */
type MisplacedTarget = { readonly call: string } & (
  | { readonly target: string; readonly given: null }
  | { readonly target: string | null; readonly given: string }
  | { readonly index: number; readonly value: string }
  | { readonly controller: string; readonly given: string }
  /** The option of another router, and the equivalent value of `to`. `instead` says what to write, as a sentence after a space. */
  | { readonly option: string; readonly to: string | null; readonly instead: string }
)

/** `0` -> `The first` */
const ordinal = (index: number): string => `The ${['first', 'second', 'third'][index] ?? `${index + 1}th`}`

/** Problems of one declaration: its arguments, options, names and target. */
export const declarations = {
  'ambiguous-path': error({
    why: 'The call has two paths: the first argument, and the option `path`.',
    fix: "Remove one of them. To give an action another path, write `get(action('preview'), { path: 'look' })`.",
    message: 'The call has both the path `{path}` and the option `path`.',
  }),
  'async-function': error({
    why: '`match` and the URL helpers do not wait for the function. It returns a promise instead of a result, and a promise in a constraint is always truthy.',
    fix: 'Make the function synchronous. Move asynchronous work into middleware or an action, which can be async.',
    message: ({ name, role, kind }: { name: string | null; role: string; kind: string }) =>
      `${name === null ? 'The function' : `\`${name}\``}, ${role}, is ${kind} function.`,
  }),
  'bad-argument': error({
    why: 'The method does not accept this argument.',
    fix: 'Check the signature of the method, which your editor shows.',
    message: (problem: BadArgument) => {
      if (problem === 'paths') return 'A call has one path, and not an array of paths. Write one call for each path.'
      if (problem === 'direct') return '`direct` accepts a URL, or an array of a route name and options.'
      if (problem === 'resolve')
        return "`resolve` accepts model names and a route: `resolve('Basket', () => ['basket'])`."
      if ('badIn' in problem)
        return `${ordinal(problem.index)} argument of \`${problem.badIn}\` is ${problem.value}. \`${problem.badIn}\` accepts ${problem.accepts}.`
      if ('functionOption' in problem)
        return `\`${problem.call}\` has no option \`${problem.functionOption}\`, and a default parameter cannot be a function.${problem.instead}`
      if ('nameOption' in problem) return `The option \`${problem.nameOption}\` is ${problem.value}, not a string.`
      if ('methodsFirst' in problem)
        return `The path is the first argument, and the methods are an option: \`match('/path', { via: [${problem.methodsFirst.map((method) => `'${method}'`).join(', ')}] })\`.`
      if ('actions' in problem)
        return `\`${problem.call}\` would declare further resources with these names. The actions of a resource are an option: \`{ only: [${problem.actions.map((action) => `'${action}'`).join(', ')}] }\`.`
      if ('listIn' in problem)
        return `\`${problem.listIn}\` has a list after its name. Actions are an option, \`{ only: ['index'] }\`, and nested routes belong to a block.`
      if ('nameless' in problem) return `\`${problem.nameless}\` has no name.`
      if ('mapOf' in problem) return `\`${problem.mapOf}\` accepts an object.`
      return `\`${problem.option}\` is not an object of names and values.`
    },
  }),
  'deep-nesting': hint({
    why: 'A member is identified by its own id. The ids of its grandparents make the URL longer without adding information.',
    fix: 'Declare the outer resource with `shallow: true`, or nest only one level.',
    message: '`{name}` is nested under two identifiers: `{path}`.',
  }),
  'duplicate-name': error({
    why: 'Two routes with the same name would have the same helper.',
    fix: 'Give one of them another name with `as`, or exclude routes that you do not need with `only` or `except`.',
    message: 'The route name `{name}` is already in use.',
  }),
  'inside-scope': error({
    why: 'The call applies to the whole application, not to one scope.',
    fix: 'Move the call to the top level of a route file.',
    message: '`{call}` is used inside a scope.',
  }),
  'invalid-action': error({
    why: 'An action is the name of a function that the controller exports.',
    fix: "Write an identifier: `to: 'photos#show'`. To send clients to a path or URL, use a redirect: `to: redirect('/photos')`.",
    message: '`{action}` is not the name of an action.{?suggestion}',
  }),
  'invalid-constraint': error({
    why: 'A constraint is an object of requirements and conditions, or an exported function of the request.',
    fix: "Write `{ constraints: { id: /\\d+/ } }`, `{ constraints: { subdomain: 'api' } }`, or pass an exported function.",
    message: '`constraints` is neither an object nor a function.',
  }),
  'invalid-controller': error({
    why: 'The name of a controller is its path: lower-case letters, digits and `_`, with `/` between folders.',
    fix: "Write `admin/photos`, not `Admin::Photos` or `/photos`. For a folder, use `module` or `namespace`. For a path with other characters, use the option `path`. A resource declares its parameter itself: `resources('photos')` declares `/photos/:id`, too.",
    message: ({ controller, suggestion }: { controller: string; suggestion: string | null }) => {
      const hasParam = /(?:^|\/)(?:\(*[:*$]\w|[[{<])/.test(controller)
      const isNot = hasParam ? 'contains a parameter, so it is not' : 'is not'
      return `\`${controller}\` ${isNot} the name of a controller.${didYouMean(suggestion)}`
    },
  }),
  'invalid-default': error({
    why: 'Turnout writes defaults to the manifest, which is JSON.',
    fix: 'Use a string, a number, a boolean, null, or arrays and objects of them.',
    message: 'The default `{name}` cannot be written as JSON.',
  }),
  'invalid-name': error({
    why: 'A route name becomes the name of a function, so it must be an identifier.',
    fix: 'Use letters, digits and `_`, and begin with a letter or `_`.',
    message: '`{name}` cannot be the name of a {owner}.',
  }),
  'invalid-on': error({
    why: '`on` selects the level of the enclosing resource at which the route is declared.',
    fix: "Use 'new', 'collection' or 'member'.",
    message: '`{level}` is not a level for `on`.',
  }),
  'invalid-to': error({
    why: 'The target of a route is a controller action, a redirect, or an exported function or object.',
    fix: "Write `to: 'photos#show'`, `to: redirect('/photos')`, or `to: someExportedFunction`.",
    message: (call: 'route' | 'mount') =>
      call === 'mount'
        ? "`mount` has no app. The app is the first argument: `mount(app, { at: '/path' })`."
        : '`to` is neither `controller#action`, nor a redirect, nor a function or object that can handle a request.',
  }),
  'missing-action': error({
    why: 'The route has a controller, but no action.',
    fix: "Add `to: 'controller#action'`, or `action`.",
    message: 'The route `{path}` has no action.{?suggestion}',
  }),
  'missing-controller': error({
    why: 'The call has neither `to` nor `controller`, and no scope around it sets a controller.',
    fix: "Add `to: 'controller#action'`, or wrap the call in `controller('…', …)`.",
    message: ({ path, to, suggestion }: { path: string; to: string | null; suggestion: string | null }) => {
      const contains =
        to !== null && /^[\w-]+[?!]?$/.test(to) ? 'contains only the action' : 'is not `controller#action`, but'
      return `The route \`${path}\` has no controller${to === null ? '' : `: \`to\` ${contains} \`${to}\``}.${didYouMean(suggestion)}`
    },
  }),
  'missing-via': error({
    why: '`match` must list the HTTP methods of the route. A route that matches all methods by accident is a security hole.',
    fix: "Add `via: 'get'`, `via: ['get', 'post']` or `via: 'all'`, or use `get`, `post`, ….",
    message: 'The route has no `via`, so its HTTP methods are unknown.',
  }),
  'mount-point-missing': error({
    why: '`mount` needs the path of the app.',
    fix: "Write `mount(app, { at: '/path' })`.",
    message: '`mount` has no path.',
  }),
  'no-path': warning({
    why: 'The call has no path. Rails 8 then declares no route, without an error, and so does Turnout.',
    fix: "Put the path first: `get('about', { to: 'pages#about' })`. To declare nothing, remove the call.",
    message: '`{call}` has no path, so it declares no route.',
  }),
  'not-frozen': error({
    why: 'Turnout writes the value to the manifest, which is JSON, so it must be a plain value. A requirement cannot be null or a boolean either: in Rails, every request of such a route raises an error.',
    fix: 'Write a requirement as a regular expression, a string or an array of strings. A condition can also be a number, a boolean or null. To declare a route without a format, write `format: false` as an option, outside `constraints`.',
    message: ({ kind, name }: { kind: 'callable' | 'requirement' | 'condition'; name: string }) => {
      if (kind === 'callable') return `The constraint on \`${name}\` is a function.`
      if (kind === 'condition') return `The condition on \`${name}\` is not a value that the manifest can contain.`
      return `The requirement on \`${name}\` is neither a regular expression nor a string.`
    },
  }),
  'outside-resource-scope': error({
    why: 'The method adds routes to a resource, and this call is not inside a resource.',
    fix: 'Move the call directly into the block of `resources` or `resource`.',
    message: '`{call}` is used outside a resource.',
  }),
  'param-colon': error({
    why: '`param` is a name. Only a path has a colon before the name.',
    fix: "Write `param: 'slug'`.",
    message: '`param` contains a colon: `{param}`.',
  }),
  'path-not-specified': error({
    why: 'The first key of the object must be a path.',
    fix: "Put the path first: `match({ 'photos/:id': 'photos#show', via: 'get' })`.",
    message: (form: 'map' | 'route') =>
      form === 'map' ? 'None of the keys of the object is a path.' : 'The route has no path.',
  }),
  'redefined-direct': warning({
    why: 'Two `direct` calls, or a `direct` call and a route, have the same name. The later one replaces the helper, as in Rails. The route keeps its name, and `match` still matches it.',
    fix: 'Remove one of the two, or give it another name.',
    message: ({ name, redefinedBy }: { name: string; redefinedBy: 'direct' | 'route' }) =>
      redefinedBy === 'direct'
        ? `\`direct\` redefines \`${name}\`.`
        : `The route \`${name}\` redefines the helper of a \`direct\`.`,
  }),
  'reserved-name': error({
    why: 'The name has a special meaning in JavaScript. A table that uses it could be manipulated.',
    fix: 'Choose another name.',
    message: (owner: 'route' | 'helper') => `A ${owner} is named \`__proto__\`.`,
  }),
  'root-arguments': error({
    why: '`root` accepts a target, a target with options, or an object of options.',
    fix: "Write `root('pages#home')` or `root({ to: 'pages#home' })`.",
    message: ({ index, value }: { index: number; value: string }) =>
      `${ordinal(index)} argument of \`root\` is ${value}, which is neither a target nor options.`,
  }),
  'scope-anchor': error({
    why: '`anchor` applies to a single route, and a scope would ignore it.',
    fix: 'Pass the option to `match`, `get` or another method that declares a route.',
    message: 'A scope has the option `{option}`.',
  }),
  'unknown-concern': error({
    why: 'A concern must be declared before it is used.',
    fix: 'Declare it with `concern`, above this call, or correct the name.',
    message: 'There is no concern `{name}`.{?suggestion}',
  }),
  'unknown-only': lowerableError({
    why: "The resource has no such action, so the list contains a mistake. Rails 8 reports an error. Rails 7.2 ignores the name; with `rails: '7.2'`, Turnout does the same and reports a warning.",
    fix: 'Use index, create, new, show, update, destroy or edit. A singular resource has no index. Declare other actions with `member` or `collection`.',
    message: ({
      option,
      action,
      isSingular,
      suggestion,
    }: {
      option: string
      action: string
      isSingular: boolean
      suggestion: string | null
    }) =>
      `\`${option}\` contains \`${action}\`, which is not an action of a ${isSingular ? 'singular ' : ''}resource.${didYouMean(suggestion)}`,
  }),
  'unknown-option': warning({
    why: 'The method does not have this option. Turnout treats an unknown option as a default parameter, as Rails does. This name or its value looks like a mistake.',
    fix: 'Correct the name. To pass a default parameter, write `defaults: { … }`. For another path, write another call.',
    message: ({
      call,
      key,
      suggestion,
      calls,
      text,
      isTarget = false,
      instead = '',
    }: {
      call: string
      key: string
      suggestion: string | null
      calls: readonly string[]
      /** A string that looks like a regular expression. */
      text: string | null
      /** True if the option looks like a path with a target. */
      isTarget?: boolean
      /** What to write in place of an option of another router, as a sentence. */
      instead?: string
    }) =>
      `\`${call}\` has no option \`${key}\`.${didYouMean(suggestion)}${instead}` +
      (calls.length === 0 ? '' : ` It is an option of ${calls.join(', ')}.`) +
      (isTarget ? ' It looks like another path with its target, but one call declares one path.' : '') +
      (text === null ? '' : ` ${JSON.stringify(text)} is a string, but a requirement is a regular expression.`),
  }),
  'unknown-verb': error({
    why: 'A verb is an HTTP method. This is not a method that a route can match.',
    fix: "Use 'get', 'post', 'put', 'patch', 'delete', 'head', 'options', or 'all'.",
    message: '`{verb}` is not a verb.',
  }),
  'unreadable-condition': warning({
    why: 'The request of Rails has this attribute, but the request of `match` does not. No condition on it is ever fulfilled, not even `false`, so the route never matches.',
    fix: 'Use a function instead: `constraints: fn`, exported by a module of its own.',
    message: '`{attribute}` of a request cannot be a condition.',
  }),
  'unusual-target': warning({
    why: 'Rails accepts this target. It looks like a mistake, or like the name of a Ruby method that is not possible in JavaScript.',
    fix: "Write it as `to: 'photos#show'`.",
    message: (target: { to: string; counts: string } | { action: string }) =>
      'action' in target
        ? `The action \`${target.action}\` cannot be the name of a function in JavaScript.`
        : `Only \`${target.counts}\` of \`${target.to}\` is used. Rails ignores the part after the second \`#\`.`,
  }),
  'useless-restriction': hint({
    why: 'The resource has the same routes without the option.',
    fix: 'Remove the option, or list the actions that you want.',
    message: '`{option}` changes nothing: `{name}` has the same actions without it.',
  }),
  'misplaced-target': error({
    why: 'The arguments of this method are a path and options. The target of a route is the option `to`.',
    fix: "Write the controller and its action as an option: `get('posts', { to: 'posts#index' })`. A handler function becomes an exported function of a controller.",
    message: (misplaced: MisplacedTarget) => {
      const { call } = misplaced
      if ('option' in misplaced)
        return `\`${call}\` has no option \`${misplaced.option}\`. The target of a route is the option \`to\`${misplaced.to === null ? '' : `: \`{ to: ${misplaced.to} }\``}.${misplaced.instead}`
      if ('controller' in misplaced)
        return `\`${call}\` would use \`${misplaced.given}\` as another resource. Its controller is an option: \`{ controller: '${misplaced.controller}' }\`.`
      if ('index' in misplaced)
        return `${ordinal(misplaced.index)} argument of \`${call}\` is ${misplaced.value}, which is neither a path nor options. The target of a route is an option: \`{ to: 'controller#action' }\`.`
      const { target, given } = misplaced
      return `\`${target ?? given}\` is the target of the route, but \`${call}\` would use it as a second path. Write \`{ to: '${target ?? 'controller#action'}' }\`.`
    },
  }),
  'wrong-rails-version': lowerableError({
    why: 'Turnout follows one version of Rails: 8.1, unless you set `rails`. That version rejects the call, or does not have the method.',
    fix: "Write one call for each path. Or set the version that your routes are written for: `turnout({ rails: '7.2' })`, or `'8.1'` for `connect`.",
    message: ({ call, paths }: { call: string; paths?: number }) =>
      paths === undefined
        ? `Rails 7.2 has no method \`${call}\`.`
        : `\`${call}\` has ${paths} paths. Rails 8.1 accepts only one path in a call.`,
  }),
}
