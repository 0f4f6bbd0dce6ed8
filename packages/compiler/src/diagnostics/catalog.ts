/**
 * Every diagnostic, by its code. A code is permanent: it may be retired, but never given another meaning.
 *
 * `why` says what makes it wrong, `fix` what to do about it. Both are about the mistake in general; the message
 * of a diagnostic speaks of the one call at hand. Examples stand in `test/diagnostics/examples.ts`; from both
 * `docs/diagnostics.md` is written.
 */
export const catalog = {
  'ambiguous-path': {
    severity: 'error',
    why: 'The path is given twice: as the first argument and as the option `path`.',
    fix: "Keep one of them. To give an action another path, write `get(action('preview'), { path: 'look' })`.",
  },
  'analysis-failed': {
    severity: 'warning',
    why: 'A check of the compiler threw. It is a mistake of the compiler, not of the route files. The table is right, but what the check looks for is not known.',
    fix: 'Report it, with the route file that shows it.',
  },
  'async-block': {
    severity: 'error',
    why: 'Blocks run once, at build time, in order. What a block declares after an `await` would come too late, and a generator does not run at all.',
    fix: 'Make the block a plain function. Await what it needs at the top of the module, before `defineRoutes`.',
  },
  'bad-argument': {
    severity: 'error',
    why: 'The call was given something that it has no use for.',
    fix: 'Look at the signature of the method; TypeScript shows it.',
  },
  'bad-block': {
    severity: 'error',
    why: 'The code inside the block threw. What it declared before that is kept, the rest is unknown.',
    fix: 'Mend the code at the place shown.',
  },
  'bad-param-name': {
    severity: 'error',
    why: 'A parameter becomes an argument of a helper and a key of `params`, so it must be an identifier.',
    fix: 'Name it with letters, digits and `_`, and do not begin with a digit.',
  },
  'adjacent-params': {
    severity: 'error',
    why: 'Nothing stands between the two parameters, so nothing says where one ends and the next begins.',
    fix: 'Put a literal between them (`:a-:b`, `:a/:b`), or make them one parameter.',
  },
  'code-never-ends': {
    severity: 'error',
    why: 'Route files run at build time, with all that they import and every function that is called while routes are declared. This code ran on until it was stopped.',
    fix: 'Look at the place shown for a loop without an end, or for a regular expression that takes too long.',
  },
  'compilation-failed': {
    severity: 'error',
    why: 'A phase of the compiler threw, so there is no table. It is a mistake of the compiler, or of a function among its options.',
    fix: 'Report it, with the route files that show it.',
  },
  'concern-depth': {
    severity: 'error',
    why: 'A concern uses itself with the same options, directly or through another, or it is used inside of 100 others. That never ends.',
    fix: 'Take the use of the concern out of its own block.',
  },
  'declaration-failed': {
    severity: 'error',
    why: 'A value given to the call threw when it was read, as a getter or a revoked proxy can. If all of its values are plain, it is a mistake of the compiler.',
    fix: 'Pass strings, numbers, lists and literals. If they are plain already, report it with the call that shows it.',
  },
  'dot-segment': {
    severity: 'error',
    why: 'Browsers and servers remove `.` and `..` segments from a URL, so no request can ever reach this path.',
    fix: 'Remove the segment.',
  },
  'draw-cycle': {
    severity: 'error',
    why: 'The route file draws itself, directly or through another, and does not come to an end.',
    fix: 'Remove one of the draws.',
  },
  'draw-not-found': {
    severity: 'error',
    why: '`draw` looks in the draw paths, in order, and takes the first file of that name.',
    fix: 'Create the file in one of the folders listed, correct the name, or set the option `drawPaths`.',
  },
  'duplicate-name': {
    severity: 'error',
    why: 'Two routes of the same name would have the same helper.',
    fix: 'Give one of them another name with `as`, or leave out what you do not need with `only` or `except`.',
  },
  'dynamic-segment': {
    severity: 'error',
    why: 'A `:controller` or `:action` segment would let a request choose any code; a frozen table cannot know what it reaches.',
    fix: 'Declare one route for each controller and action, or rename the parameter.',
  },
  'entry-not-found': {
    severity: 'error',
    why: 'All routes are declared in one file, or drawn by it. It stands at none of the places where it is looked for.',
    fix: 'Create `config/routes.ts` with `export default defineRoutes((r) => { … })`, or set the option `routes`.',
  },
  'inflections-threw': {
    severity: 'error',
    why: 'The option `inflections` is a function that adds rules. It runs at build time, and it threw.',
    fix: "Fix the function: `turnout({ inflections: (inflect) => inflect.irregular('canvas', 'canvases') })`.",
  },
  'inline-callable': {
    severity: 'error',
    why: 'A function cannot be frozen into the manifest. Production imports it from the module that exports it.',
    fix: 'Move it to a module of its own, export it from there, and import it into the route file.',
  },
  'inside-scope': {
    severity: 'error',
    why: 'The mapping holds for the whole application, not for one scope.',
    fix: 'Move the call to the top level of a route file.',
  },
  'invalid-action': {
    severity: 'error',
    why: 'The action names a method of the controller.',
    fix: "Write it as an identifier: `to: 'photos#show'`. A path or URL to lead to is a redirect: `to: redirect('/photos')`.",
  },
  'invalid-constraint': {
    severity: 'error',
    why: 'A constraint is a map of requirements and conditions, or an exported function of the request.',
    fix: "Write `{ constraints: { id: /\\d+/ } }`, `{ constraints: { subdomain: 'api' } }`, or pass an exported function.",
  },
  'invalid-controller': {
    severity: 'error',
    why: 'A controller is named by its path: lower-case letters, digits and `_`, with `/` between folders.',
    fix: 'Write `admin/photos`, not `Admin::Photos` or `/photos`. For a folder, use `module` or `namespace`.',
  },
  'invalid-default': {
    severity: 'error',
    why: 'Defaults are frozen into the manifest, which is JSON.',
    fix: 'Use a string, a number, a boolean, null, or lists and maps of them.',
  },
  'invalid-name': {
    severity: 'error',
    why: 'A route name becomes the name of a function, so it must be an identifier.',
    fix: 'Use letters, digits and `_`, and begin with a letter or `_`.',
  },
  'invalid-on': {
    severity: 'error',
    why: '`on` places the route at a level of the enclosing resource.',
    fix: "Use 'new', 'collection' or 'member'.",
  },
  'invalid-redirect': {
    severity: 'error',
    why: 'A redirect is frozen into the manifest: a target with `%{param}` in it, or a map of URL parts, and a status from 300 to 399. What it makes is sent as the header `Location`, so it must be a URL that clients can follow.',
    fix: "Write `redirect('/photos/%{id}')` or `redirect({ path: '/photos' }, { status: 302 })`. For more, export an endpoint function.",
  },
  'open-redirect': {
    severity: 'error',
    canBeLowered: true,
    why: 'A parameter in the domain of a URL, in its port or before an `@` lets the request choose where the redirect leads. A link to your site could then lead to any other.',
    fix: 'Let it be a label before a domain of your own, as in `https://%{id}.example.org/`, or stand in the path.',
  },
  'invalid-to': {
    severity: 'error',
    why: 'The endpoint of a route is a controller action, a redirect or an exported function.',
    fix: "Write `to: 'photos#show'`, `to: redirect('/photos')`, or `to: someExportedFunction`.",
  },
  'lone-surrogate': {
    severity: 'error',
    why: 'Half of a surrogate pair has no UTF-8 form, so it cannot stand in a URL.',
    fix: 'Remove the character, or write the whole one.',
  },
  'missing-action': {
    severity: 'error',
    why: 'Nothing says which action answers.',
    fix: "Add `to: 'controller#action'`, or `action`.",
  },
  'missing-controller': {
    severity: 'error',
    why: 'Nothing says which controller answers: there is no `to`, no `controller`, and no scope that sets one.',
    fix: "Add `to: 'controller#action'`, or wrap the call in `controller('…', …)`.",
  },
  'missing-via': {
    severity: 'error',
    why: '`match` must say which verbs it answers. A route that answers all of them by oversight is a security hole.',
    fix: "Add `via: 'get'`, `via: ['get', 'post']` or `via: 'all'`, or use `get`, `post`, ….",
  },
  'module-never-ends': {
    severity: 'error',
    why: 'A route file runs at build time, with all that it imports. A top-level `await` in this module does not end.',
    fix: 'Do not wait there for what only comes at run time.',
  },
  'module-not-loaded': {
    severity: 'error',
    why: 'A route file runs at build time, with all that it imports. One of these modules does not load.',
    fix: 'Mend the code at the place shown, or correct the import.',
  },
  'module-threw': {
    severity: 'error',
    why: 'A route file runs at build time, with all that it imports. The code outside its block threw.',
    fix: 'Mend the code at the place shown.',
  },
  'mount-point-missing': {
    severity: 'error',
    why: '`mount` must say under which path the app is served.',
    fix: "Write `mount(app, { at: '/path' })`.",
  },
  'name-collision': {
    severity: 'error',
    why: 'The two route names are different, but their helpers are the same function.',
    fix: "Give one of them another name with `as`, or set the option `helpers: 'snake_case'`.",
  },
  'nesting-too-deep': {
    severity: 'error',
    why: 'A table that is nested this deep is a loop that does not end, or a URL that nobody can use.',
    fix: 'Nest less. `shallow` shortens the paths of nested resources.',
  },
  'no-controllers': {
    severity: 'warning',
    why: 'The option `controllers` names the folder whose files are the controllers. Without it nothing is checked.',
    fix: 'Create the folder, or correct the option. Paths are relative to the project root.',
  },
  'no-routes-file': {
    severity: 'error',
    why: 'The route file must have a block of declarations as its default export.',
    fix: 'Write `export default defineRoutes((r) => { … })`.',
  },
  'not-frozen': {
    severity: 'error',
    why: 'The value belongs to the frozen table, so it must be a plain value.',
    fix: 'Use strings, numbers, booleans, null, lists and maps.',
  },
  'outside-block': {
    severity: 'error',
    why: 'A declaration belongs to the block that is being run. This one was made when no block was open.',
    fix: 'Declare synchronously, inside the block. Do not keep the builder for later.',
  },
  'outside-resource-scope': {
    severity: 'error',
    why: 'The call adds to a resource, and no resource is open here.',
    fix: 'Move it directly into the block of `resources` or `resource`.',
  },
  'param-colon': {
    severity: 'error',
    why: '`param` is the name of the identifier parameter, without the colon of a path.',
    fix: "Write `param: 'slug'`.",
  },
  'path-not-specified': {
    severity: 'error',
    why: 'The map has no path among its keys.',
    fix: "Put the path first: `match({ 'photos/:id': 'photos#show', via: 'get' })`.",
  },
  'path-too-long': {
    severity: 'error',
    why: 'Servers and browsers refuse URLs of this length, so no request can ever reach this path.',
    fix: 'Shorten the path. `shallow` shortens the paths of nested resources.',
  },
  'pattern-syntax': {
    severity: 'error',
    why: 'A path is made of literals, `:param`, `*glob` and optional parts in parentheses. It holds no query and no fragment.',
    fix: 'Close every parenthesis, leave none empty, and percent-encode other characters correctly.',
  },
  'regexp-anchor': {
    severity: 'error',
    why: 'A requirement always matches the whole parameter. Anchors inside it would change what the path matches.',
    fix: 'Remove `^` and `$`.',
  },
  'regexp-flags': {
    severity: 'error',
    why: 'A requirement becomes part of a larger expression. Only `i`, `u` and `v` keep their meaning there; `s` only on a glob.',
    fix: 'Remove the other flags.',
  },
  'requirement-too-long': {
    severity: 'error',
    why: 'A regular expression of this length cannot be examined, and is refused by engines once it is part of the path. No parameter is as long as that.',
    fix: 'Pass the texts that are allowed as a list, which may be of any length, or ask in the action.',
  },
  'reserved-name': {
    severity: 'error',
    why: 'The name means something to JavaScript itself; a table that uses it could be tampered with.',
    fix: 'Choose another name.',
  },
  'reserved-param': {
    severity: 'error',
    why: 'A parameter of this name would reach the prototype of objects that it is copied to.',
    fix: 'Choose another name.',
  },
  'reserved-token': {
    severity: 'error',
    why: 'Vite replaces this text in everything that it builds, so the route would change on the way to production.',
    fix: 'Choose another text.',
  },
  'too-many-routes': {
    severity: 'error',
    why: 'Nobody writes a table of this size. It is a loop that never ends, or blocks or concerns that use each other twice, so that every level doubles the table.',
    fix: 'Look for the loop around the call at the place shown, and for blocks and concerns that are used more than once at each level.',
  },
  'too-many-optionals': {
    severity: 'error',
    why: 'Every combination of optional groups is a path of its own. More than 256 of them cost time and cannot be meant.',
    fix: 'Split the route in two, or make some of the groups required.',
  },
  'root-arguments': {
    severity: 'error',
    why: '`root` takes a target, a target and options, or one map of options.',
    fix: "Write `root('pages#home')` or `root({ to: 'pages#home' })`.",
  },
  'scope-anchor': {
    severity: 'error',
    why: '`anchor` says something about one route; a scope ignores it.',
    fix: 'Give it to `match` or a verb.',
  },
  'types-not-written': {
    severity: 'warning',
    why: 'The file system refused. The application runs without the declarations; editors and type checks do not see the helpers as they are.',
    fix: "Make the folder writable, name another place (`types: 'src/routes.d.ts'`), or write none (`types: false`).",
  },
  'unknown-concern': {
    severity: 'error',
    why: 'A concern must be declared before it is used.',
    fix: 'Declare it with `concern`, above this call, or correct the name.',
  },
  'unknown-helper': {
    severity: 'error',
    canBeLowered: true,
    why: 'The application takes from `virtual:routes` what the routes do not make. Calling it would throw.',
    fix: 'Correct the name, or declare the route. Helpers are the names of `turnout routes` in camelCase, with `Path` or `Url`.',
  },
  'unknown-only': {
    severity: 'warning',
    why: 'The resource has no such action. Rails ignores the name, and so is done here, so the list does not do what it says.',
    fix: 'Use index, create, new, show, update, destroy or edit. Other actions are declared in `member` or `collection`.',
  },
  'unknown-option': {
    severity: 'warning',
    why: 'The method does not read it. A name that is no option at all is taken for a default parameter, as in Rails.',
    fix: 'Correct the name. To pass a default parameter, write `defaults: { … }`.',
  },
  'unknown-redirect-param': {
    severity: 'warning',
    why: 'A redirect fills in the parameters of its own route. What the route does not have is left empty.',
    fix: 'Correct the name, or add the parameter to the path. It is written `%{id}`.',
  },
  'unknown-route': {
    severity: 'warning',
    why: 'The helper would have nothing to lead to, and could only throw.',
    fix: 'Correct the name, or declare the route. Names are those of `turnout routes`, without `_path`.',
  },
  'unknown-verb': {
    severity: 'error',
    why: 'A verb is an HTTP method; this is none that a route can answer.',
    fix: "Use 'get', 'post', 'put', 'patch', 'delete', 'head', 'options', or 'all'.",
  },
  'ambiguous-fanout': {
    severity: 'warning',
    why: 'Literals and parameters stand in each other’s places in so many combinations that a request may have to try a great many branches.',
    fix: 'Make the literals of one level a requirement on one parameter, or split the table.',
  },
  'slow-pattern': {
    severity: 'warning',
    why: 'Globs and several parameters in one segment are matched by automata. Their work for each character of a path is in proportion to their states, and a path may have 65,536 characters. What no automaton can do, as a lookbehind, becomes a regular expression.',
    fix: 'Let such routes begin with a literal segment of their own, shorten counted repetitions, write a requirement without lookbehind, or ask in the action what the pattern asks.',
  },
  'deep-nesting': {
    severity: 'hint',
    why: 'A member is known by its own identifier. The identifiers of its grandparents make URLs long and say nothing new.',
    fix: 'Declare the outer resource with `shallow: true`, or nest no deeper than one level.',
  },
  'duplicate-param': {
    severity: 'warning',
    why: 'A request has one value for each name; of two segments of one name the last wins, as in Rails.',
    fix: 'Give each segment a name of its own.',
  },
  'empty-requirement': {
    severity: 'error',
    why: 'A parameter is never empty, so a requirement that only matches the empty text matches nothing.',
    fix: 'Remove the requirement, or write what the parameter looks like.',
  },
  'invalid-severity': {
    severity: 'error',
    why: 'The option `severities` maps the codes of diagnostics to `error`, `warning`, `hint` or `off`.',
    fix: 'Correct the code or the severity. An error without whose remedy there is no route table cannot be lowered.',
  },
  'mangled-word': {
    severity: 'warning',
    why: 'The rules of inflection make a wrong singular of the word. It would name parameters and helpers.',
    fix: "Teach the rules the word: `turnout({ inflections: (inflect) => inflect.irregular('canvas', 'canvases') })`. Or name the routes with `as`.",
  },
  'redirect-loop': {
    severity: 'warning',
    why: 'Each redirect leads to a request that is redirected again. Browsers give up after twenty.',
    fix: 'Let the redirect lead to a route that answers, or declare the route that should answer above it.',
  },
  'root-not-first': {
    severity: 'hint',
    why: 'Routes are matched in order: what is declared before the root and takes `/` answers for it.',
    fix: 'Move `root` to the top of the route file.',
  },
  'ruby-regexp': {
    severity: 'hint',
    why: 'In Ruby this means something; in JavaScript the same characters mean something else, or stand for themselves.',
    fix: 'Write the JavaScript form that the message names.',
  },
  'shadowed-route': {
    severity: 'warning',
    why: 'Routes are matched in order. An earlier route with a parameter in the place of a literal takes requests that are meant for this one.',
    fix: 'Declare the route with the literal first, or give the parameter of the other a requirement.',
  },
  'undrawn-route-file': {
    severity: 'hint',
    why: 'The file lies in a draw path, but no route file draws it: its routes do not exist.',
    fix: "Add `draw('name')` where its routes belong, or remove the file.",
  },
  'unknown-action': {
    severity: 'warning',
    why: 'The controller exports nothing of this name, so a request for the route finds nothing to call.',
    fix: 'Export the action from the controller, correct the name, or leave the route out with `only` or `except`.',
  },
  'unknown-controller': {
    severity: 'warning',
    why: 'There is no such file in the folder of controllers, so a request for the route finds nothing to call.',
    fix: 'Create the controller, correct the name, or leave the route out.',
  },
  'unmatchable-route': {
    severity: 'warning',
    why: 'Routes are matched against the path as it is sent: percent-encoded, without control characters, never with an empty parameter.',
    fix: 'Mend the requirement so that it matches what stands in a path.',
  },
  'unreachable-route': {
    severity: 'warning',
    why: 'Routes are matched in order. Every request that this route could answer is answered by an earlier one.',
    fix: 'Declare the more special route first, give the earlier one a requirement, or remove this one.',
  },
  'unsafe-requirement': {
    severity: 'error',
    canBeLowered: true,
    why: 'The regular expression can read one text in so many ways that a request made for it keeps the server busy for seconds or years.',
    fix: 'Let each part begin or end with a character that its neighbours cannot take. If you know better, write `trusted(/…/)`.',
  },
  'unsupported-requirement': {
    severity: 'error',
    why: 'A back-reference compares texts. It cannot be matched in linear time, and it means another group once the requirement is part of a larger expression.',
    fix: 'Match the parameter without it, and compare in the action.',
  },
  'unused-action': {
    severity: 'hint',
    why: 'The controller exports the function, but no route leads to it.',
    fix: 'Declare a route for it, or do not export it.',
  },
  'unused-controller': {
    severity: 'hint',
    why: 'The file lies in the folder of controllers, but no route names the controller.',
    fix: 'Declare a route for it, remove it, or begin the name of the file with `_` if it is no controller.',
  },
  'unused-concern': {
    severity: 'warning',
    why: 'The concern is declared, but nothing uses it, so its routes do not exist.',
    fix: "Use it with `concerns: 'name'` or `concerns('name')`, or remove it.",
  },
  'unusual-path': {
    severity: 'warning',
    why: 'A path like this is taken for what its characters are, as in Rails. It looks as if something else was meant.',
    fix: 'Name the parameter (`:id`) or the glob (`/*path`), write a route or a requirement for each alternative, and one slash for several. If the characters are meant, switch the warning off with `severities`.',
  },
  'unusual-target': {
    severity: 'warning',
    why: 'Rails takes an endpoint like this. It looks like a slip, or like a method of Ruby that JavaScript cannot name.',
    fix: "Write it as `to: 'photos#show'`.",
  },
  'unusual-verb': {
    severity: 'warning',
    why: 'A verb may be any word, but no client sends this one. It looks like a slip.',
    fix: 'Correct the verb.',
  },
  'useless-requirement': {
    severity: 'warning',
    why: 'A requirement is on a parameter of the path, a condition on an attribute of the request. This is neither, so Rails ignores it, and so is done here.',
    fix: 'Correct the name, or remove it.',
  },
  'useless-restriction': {
    severity: 'hint',
    why: 'The resource has the same routes without it.',
    fix: 'Remove `only` or `except`, or name the actions that you mean.',
  },
} as const satisfies Record<string, CatalogEntry>

export interface CatalogEntry {
  readonly severity: Severity
  /** For errors: the table can be built all the same, so that the user may make less of it. */
  readonly canBeLowered?: true
  readonly why: string
  readonly fix: string
}

/** An `error` fails the build; a `warning` or a `hint` does not. */
export type Severity = 'error' | 'warning' | 'hint'

export type DiagnosticCode = keyof typeof catalog
