// The processor time of other processes, which other work on the machine affects less than their time.
import { readFileSync } from 'node:fs'

/** Linux counts processor time in units of 10 ms. */
const TICK = 10

/** Returns the fields of a process after its name, or none if the process is gone. The first one is the third field of `proc(5)`. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Returns the ids of the running children of a process. */
export function childrenOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean)
  } catch {
    return []
  }
}

/** Returns the processor time of all ended children of this process, in ms, or NaN outside of Linux. */
export function endedChildrenTime() {
  const fields = statOf('self')
  return (Number(fields[13]) + Number(fields[14])) * TICK
}

/** Returns the processor time of a running process and of its children, in ms, or NaN outside of Linux. */
export function processTime(pid) {
  const fields = statOf(pid)
  const time = (Number(fields[11]) + Number(fields[12])) * TICK
  return childrenOf(pid).reduce((sum, child) => sum + processTime(child), time)
}
