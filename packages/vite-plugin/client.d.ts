/**
 * Stands in for the types of `virtual:routes` where the generated declarations are not there yet:
 * everything imported from it is `any`. The plugin writes the exact ones; see the option `types`.
 */
declare module 'virtual:routes'
