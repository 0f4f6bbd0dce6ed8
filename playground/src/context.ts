import type { Database } from './db/connect.ts'
import { database } from './db/database.ts'
import type { User } from './db/schema.ts'
import { readCookie } from './cookies.ts'
import { userOf } from './data/sessions.ts'

/** What every action is given beside its request: made once for each. */
export interface Context {
  readonly db: Database
  /** Who is signed in. */
  readonly user: User | null
  /** What the last action had to say, shown once. */
  readonly notice: string | null
}

declare module 'virtual:routes/server' {
  interface Register {
    context: Context
  }
}

export async function contextOf(request: Request): Promise<Context> {
  const db = await database()
  const user = await userOf(db, readCookie(request, 'session'))
  return { db, user, notice: readCookie(request, 'notice') }
}

/** True for whoever looks after the albums. */
export function isKeeper({ user }: Context): boolean {
  return user?.role === 'keeper'
}
