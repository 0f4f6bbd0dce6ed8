export function loader(): never {
  throw new Error('no data')
}

export const Show = () => null
