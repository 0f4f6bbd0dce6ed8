// Converts the steps of plans to the steps of a table, in which programs are numbers:
// `span path` -> `{ kind: 'program', programCode: ~0, captures: 1, names: ['path'] }`.
import { getOrCreate } from '../collections.ts'
import type { TaggedAutomaton } from '../patterns/automata/tagged-automaton.ts'
import type { PlanStep, Variant } from '../patterns/routes/plan.ts'
import { REST_NAME, type PlanProgram } from '../patterns/routes/plan-programs.ts'
import type { RegExpSource } from '../patterns/requirement.ts'
import type { TableStep } from './encode-table.ts'

/** Creates the programs of steps: as code for a module (`Program` is string), or as functions. */
export interface ProgramFactory<Program> {
  readonly automaton: (automaton: TaggedAutomaton) => Program
  readonly segment: (requirement: RegExpSource) => Program
  readonly span: (requirement: RegExpSource | null, shortest: boolean) => Program
}

/** The bits of `FORMAT_BITS` in the runtime: 1 for a path without a format, 2 for a path with one. */
export const FORMATS = { none: 1, required: 2, optional: 3 } as const

/** Converts the steps of all variants of a table. Equal programs have one number. */
export class TableSteps<Program> {
  readonly programs = new NumberedList<Program>()
  readonly spans = new NumberedList<Program>()
  readonly #make: ProgramFactory<Program>
  /** Steps with the same source share an automaton. */
  readonly #automatonNumbers = new Map<TaggedAutomaton, number>()
  /** Routes of one path have the same variants. */
  readonly #stepsByVariant = new Map<Variant, readonly TableStep[]>()

  constructor(make: ProgramFactory<Program>) {
    this.#make = make
  }

  of(variant: Variant): readonly TableStep[] {
    return getOrCreate(this.#stepsByVariant, variant, () => variant.steps.map((step) => this.#convert(step)))
  }

  /** A program code is `2 * number` for a pattern, `2 * number + 1` for a tail, and `~number` for a span. */
  #convert(step: PlanStep): TableStep {
    switch (step.kind) {
      case 'literal':
      case 'param':
        return step
      case 'pattern':
      case 'tail':
        return {
          kind: 'program',
          programCode: 2 * this.#automatonNumber(step) + (step.kind === 'tail' ? 1 : 0),
          captures: step.names.length,
          // The remainder after an unanchored route is no param.
          names: step.names.filter((name) => name !== REST_NAME),
          paramIndex: 0,
        }
      case 'segment': {
        const programCode = 2 * this.programs.numberOf(this.#make.segment(step.requirement))
        return { kind: 'program', programCode, captures: 1, names: [step.name], paramIndex: 0 }
      }
      case 'span': {
        const programCode = ~this.spans.numberOf(this.#make.span(step.requirement, step.shortest))
        return { kind: 'program', programCode, captures: 1, names: [step.name], paramIndex: step.paramIndex }
      }
    }
  }

  #automatonNumber({ automaton }: PlanProgram): number {
    return getOrCreate(this.#automatonNumbers, automaton, () => this.programs.numberOf(this.#make.automaton(automaton)))
  }
}

/** A list without duplicates. */
export class NumberedList<Item> {
  readonly items: Item[] = []
  readonly #numbers = new Map<Item, number>()

  /** Returns the index of an item, and adds it if it is new. */
  numberOf(item: Item): number {
    return getOrCreate(this.#numbers, item, () => this.items.push(item) - 1)
  }
}
