// Stands for `node:path` in the browser.
export default { isAbsolute: (): boolean => false }
