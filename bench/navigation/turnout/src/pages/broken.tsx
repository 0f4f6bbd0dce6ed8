export function load(): never {
  throw new Error('no data')
}

export const Show = () => null
