// A route table of the kind that GitLab has: a forge whose projects lie in nested groups. 97 routes, nearly all of them
// behind two parameters whose requirements are long, look ahead for reserved words and back for forbidden endings.
// GitLab's documented rules for names, in routes of our own.
const RESERVED_AT_THE_TOP =
  '-|\\.well-known|404\\.html|422\\.html|500\\.html|502\\.html|503\\.html|admin|api|apple-touch-icon\\.png|assets|dashboard|' +
  'deploy\\.html|explore|favicon\\.ico|files|groups|health_check|help|import|jwt|login|oauth|profile|projects|public|' +
  'robots\\.txt|s|search|sitemap|sitemap\\.xml|sitemap\\.xml\\.gz|snippets|unsubscribes|uploads|users|v2'
const RESERVED_IN_A_GROUP =
  '-|badges|blame|blob|builds|commits|create|create_dir|edit|environments/folders|files|find_file|gitlab-lfs/objects|' +
  'info/lfs/objects|new|preview|raw|refs|tree|update|wikis'

const NAME = '[a-zA-Z0-9_.][a-zA-Z0-9_.-]{0,254}'
const ENDS_WELL = '(?<!\\.git|\\.atom)'
const GROUP = `(?:${NAME}[a-zA-Z0-9_-]|[a-zA-Z0-9_])${ENDS_WELL}`

const NAMESPACE = new RegExp(
  `(?!(?:${RESERVED_AT_THE_TOP})/)${GROUP}(?:/(?!(?:${RESERVED_IN_A_GROUP})/)${GROUP})*`,
  'i',
)
const PROJECT = new RegExp(`(?!(?:${RESERVED_IN_A_GROUP})/)${NAME}${ENDS_WELL}`, 'i')
const REFERENCE = /(?!\/|[^]*(?:[/.]\.|\/\/|@\{))[^\s~^:?*[]+(?<!\.lock|[/.])/

/** Ten routes of one form, as many applications of this kind have. */
export function tenRoutes(r) {
  for (let index = 0; index < 10; index += 1) {
    r.get(`*ns/:p/-/x${index}/*id`, { to: 'pages#show', as: null, ns: NAMESPACE, p: PROJECT })
  }
}

export function forgeRoutes(r) {
  const numbered = { id: /\d+/ }
  r.root('dashboard#show')
  r.get('groups/*id/-/members', { to: 'members#index', as: 'group_members', id: NAMESPACE })
  r.get('groups/*id/-/issues', { to: 'issues#index', as: 'group_issues', id: NAMESPACE })
  r.get('groups/*id', { to: 'groups#show', as: 'group', id: NAMESPACE })
  r.scope('*namespace_id/:project_id', { as: 'project', namespace_id: NAMESPACE, project_id: PROJECT }, () => {
    r.scope('-', () => {
      r.resources('issues', { constraints: numbered }, () => {
        r.member(() => {
          r.get('discussions')
          r.post('move')
        })
      })
      r.resources('merge_requests', { except: ['new', 'create', 'destroy'], constraints: numbered }, () => {
        r.member(() => {
          r.get('commits')
          r.get('diffs')
          r.post('merge')
        })
      })
      r.resources('pipelines', { only: ['index', 'show', 'create'], constraints: numbered }, () => {
        r.member(() => {
          r.post('cancel')
          r.post('retry')
        })
      })
      r.resources('jobs', { only: ['index', 'show'], constraints: numbered }, () => {
        r.member(() => {
          r.get('raw')
          r.get('artifacts/browse(/*path)', { to: 'artifacts#browse', format: false })
          r.get('artifacts/file/*path', { to: 'artifacts#file', format: false })
        })
      })
      r.resources('milestones', { constraints: numbered })
      r.resources('labels', { except: 'show', constraints: numbered })
      r.resources('branches', { only: ['index', 'new', 'create', 'destroy'], constraints: { id: REFERENCE } })
      r.resources('tags', { only: ['index', 'show', 'create', 'destroy'], constraints: { id: REFERENCE } })
      r.resources('environments', { only: ['index', 'show', 'edit', 'update'], constraints: numbered })
      r.resources('snippets', { constraints: numbered })
      r.resources('hooks', { except: ['show', 'new'], constraints: numbered })
      r.resources('boards', { only: ['index', 'show'], constraints: numbered })
      r.resources('forks', { only: 'create' })
      r.resource('settings', { only: ['show', 'update'] })
      for (const kind of ['blob', 'raw', 'blame', 'tree', 'commits', 'find_file', 'edit', 'new']) {
        r.get(`${kind}/*id`, { to: `${kind}#show`, as: kind, format: false, id: REFERENCE })
      }
      r.get('compare/:from...:to', { to: 'compare#show', as: 'compare', from: /.+/ })
      r.get('refs/:id/logs_tree/*path', { to: 'refs#logs_tree', as: 'logs', format: false, id: REFERENCE })
      r.get('badges/*ref/pipeline', { to: 'badges#pipeline', as: 'badge', ref: REFERENCE, format: /svg/ })
      r.get('archive/*id', { to: 'repositories#archive', as: 'archive', format: /zip|tar\.gz|tar/, id: /.+?/ })
      r.get('wikis/*id/history', { to: 'wikis#history', as: 'wiki_history', format: false })
      r.get('wikis/*id', { to: 'wikis#show', as: 'wiki', format: false })
    })
    r.get('info/refs', { to: 'git#info_refs', as: 'git' })
  })
  r.get('*namespace_id/:id', {
    to: 'projects#show',
    as: 'project',
    namespace_id: NAMESPACE,
    constraints: { id: PROJECT },
  })
  r.get('*id', { to: 'groups#show', as: 'namespace', constraints: { id: NAMESPACE } })
}
