/** Thrown if a config has the function `turnout` among its plugins instead of a call of it. */
export const NOT_CALLED = 'The plugin is what `turnout()` returns: write `plugins: [turnout()]`, with parentheses.'
