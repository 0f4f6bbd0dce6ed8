import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { sessions, users, type User } from '../db/schema.ts'
import { hashPassword, isPassword } from './passwords.ts'

/** In seconds. */
export const SESSION_LASTS = 14 * 24 * 60 * 60

const now = () => Math.floor(Date.now() / 1000)
const idOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Checked where there is no such user, so that an answer takes as long and tells nothing. */
const NOBODY = hashPassword('')

/** Who signs in with these; null if nobody does. */
export async function authenticate(db: Database, email: string, password: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.email, email)).limit(1)
  const isRight = await isPassword(password, user?.password ?? (await NOBODY))
  return user !== undefined && isRight ? user : null
}

/** Begins a session. Returns what the cookie is to hold. */
export async function beginSession(db: Database, user: User): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await db.delete(sessions).where(lt(sessions.expires, now()))
  await db.insert(sessions).values({ id: idOf(token), userId: user.id, expires: now() + SESSION_LASTS })
  return token
}

export async function endSession(db: Database, token: string | null): Promise<void> {
  if (token !== null) await db.delete(sessions).where(eq(sessions.id, idOf(token)))
}

/** Whose session it is; null where there is none, or it is over. */
export async function userOf(db: Database, token: string | null): Promise<User | null> {
  if (token === null) return null
  const [found] = await db
    .select({ user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, idOf(token)), gt(sessions.expires, now())))
    .limit(1)
  return found?.user ?? null
}
