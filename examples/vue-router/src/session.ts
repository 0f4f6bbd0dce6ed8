/** The name of the user; null if nobody has signed in. A real application asks a server. */
let user: string | null = null

export const currentUser = async (): Promise<string | null> => user

export async function signIn(name: string): Promise<void> {
  user = name
}
