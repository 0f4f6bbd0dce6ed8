import './style.css'
import { start } from './router.ts'

start()
