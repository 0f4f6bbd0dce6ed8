import { reactive } from 'vue'

export interface Photo {
  readonly id: number
  title: string
}

/** The data of the application. A real application asks a server. */
export const photos: Photo[] = reactive([
  { id: 1, title: 'Harbour' },
  { id: 2, title: 'Fog' },
])
