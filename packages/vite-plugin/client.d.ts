/**
 * Stands in for the types of `virtual:routes` where the generated declarations are not there yet: everything imported
 * from it is `any`. With the `*` it is a pattern, and a declaration of the exact name goes before a pattern: once the
 * plugin has written the file of the option `types`, that one counts, and this one may stay.
 */
declare module 'virtual:routes*'
