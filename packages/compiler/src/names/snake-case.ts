/** Returns a part of a file name as routes write it: `LineItems`, `lineItems` and `line-items` are `line_items`. */
export const snakeCase = (part: string): string =>
  part
    .replace(/([a-z\d])(?=[A-Z])/g, '$1_')
    .replace(/[-.]/g, '_')
    .toLowerCase()
