export const sourceAliases: { find: RegExp; replacement: string }[]
