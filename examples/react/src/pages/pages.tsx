import { albumPath, albumPhotoPath, albumsPath } from 'virtual:routes'
import { Welcome } from '../welcome.tsx'

export function Home() {
  const paths = {
    'albumsPath()': albumsPath(),
    'albumPath(1)': albumPath(1),
    'albumPhotoPath(2, 1)': albumPhotoPath(2, 1),
  }
  return <Welcome title="Turnout + React" paths={paths} resource="albums" typo="/albmus" docs="react.md" />
}
