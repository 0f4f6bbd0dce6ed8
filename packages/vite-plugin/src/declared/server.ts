// Types that all declarations of `virtual:routes/server` have in common. They need the types of the platform.
export type {
  ActionArguments,
  DefineAction,
  defineServer,
  DocumentArguments,
  ErrorArguments,
  methodOverride,
  Middleware,
  MiddlewareArguments,
  NotFoundArguments,
  ServerOptions,
  typeOnly,
} from '@turnout/server'
