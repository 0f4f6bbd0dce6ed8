import type { ReactNode } from 'react'
import { Form, Link, NavLink, redirect } from 'react-router'
import { editPhotoPath, newPhotoPath, photoPath, photosPath } from 'virtual:routes'
import { type ActionArgs, type LoaderArgs, useRoute } from 'virtual:routes/react-router'
import { addPhoto, findPhoto, listPhotos, removePhoto, renamePhoto } from '../photos.ts'

export const loader = {
  layout: listPhotos,
  show: ({ params }: LoaderArgs<'photos#show'>) => findPhoto(params.id),
  edit: ({ params }: LoaderArgs<'photos#edit'>) => findPhoto(params.id),
}

/** By the method and the path of a form. */
export const action = {
  async create({ request }: ActionArgs<'photos#create'>) {
    const { id } = await addPhoto(await titleIn(request))
    return redirect(photoPath(id))
  },
  async update({ params, request }: ActionArgs<'photos#update'>) {
    await renamePhoto(params.id, await titleIn(request))
    return redirect(photoPath(params.id))
  },
  async destroy({ params }: ActionArgs<'photos#destroy'>) {
    await removePhoto(params.id)
    return redirect(photosPath())
  },
}

async function titleIn(request: Request): Promise<string> {
  return String((await request.formData()).get('title'))
}

export function layout({ children }: { readonly children: ReactNode }) {
  const { data: photos } = useRoute('layout:photos')
  return (
    <>
      <ul aria-label="Photos">
        {photos.map(({ id, title }) => (
          <li key={id}>
            <NavLink to={photoPath(id)}>{title}</NavLink>
          </li>
        ))}
      </ul>
      {children}
    </>
  )
}

export function Index() {
  return (
    <>
      <h1>Photos</h1>
      <Link to={newPhotoPath()}>New photo</Link>
    </>
  )
}

export function Show() {
  const { data: photo } = useRoute('photo')
  return (
    <>
      <h1>{photo.title}</h1>
      <Link to={editPhotoPath(photo.id)}>Edit</Link>
      <Form method="delete" action={photoPath(photo.id)}>
        <button>Delete</button>
      </Form>
    </>
  )
}

export function New() {
  return (
    <>
      <h1>New photo</h1>
      <Form method="post" action={photosPath()}>
        <TitleField title="" />
      </Form>
    </>
  )
}

export function Edit() {
  const { data: photo } = useRoute('edit_photo')
  return (
    <>
      <h1>Edit {photo.title}</h1>
      <Form method="patch" action={photoPath(photo.id)}>
        <TitleField title={photo.title} />
      </Form>
    </>
  )
}

function TitleField({ title }: { readonly title: string }) {
  return (
    <>
      <label>
        Title <input name="title" defaultValue={title} required />
      </label>
      <button>Save</button>
    </>
  )
}
