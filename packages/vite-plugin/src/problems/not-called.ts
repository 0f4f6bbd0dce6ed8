/** Thrown where a config has the function `turnout` among its plugins, and not what it returns. */
export const NOT_CALLED = 'The plugin is what `turnout()` returns: write `plugins: [turnout()]`, with parentheses.'
