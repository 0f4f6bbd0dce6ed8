// What a script adds to pages that work without one.
import './style.css'
import { askInPlace } from './ask-in-place.ts'
import { arrowKeys } from './arrow-keys.ts'
import { preview } from './preview.ts'

askInPlace()
arrowKeys()
preview()
