/**
 * Prefix of the script names under which modules run. No other source-map support in the process knows the names,
 * so positions in stacks are always those of the code as run, and are mapped once, by the evaluation.
 */
export const SCRIPT = 'turnout:'
