/**
 * Prefix of the script names under which modules run. No other source-map support in the process knows the names,
 * so positions in stacks are always those of the code as run, and are mapped once, by the evaluation.
 */
export const SCRIPT = 'turnout:'

/** The names of the modules that route files are given instead of loading them. */
export const PROVIDED = ['vite-plugin-turnout/dsl', '@turnout/compiler/dsl', 'virtual:routes'] as const
