import { orNull, quantity } from '#kernel/endpoint/schemas'

const percent = (what: string, example: number) =>
  orNull(quantity(`Probability of ${what}, percent`, example, 0, 100))

/** Members with the probabilities of events within a day, on the Sun or in one of its regions. */
export const eventProbabilities = {
  c_class_percent: percent('one or more flares of class C', 95),
  m_class_percent: percent('one or more flares of class M', 35),
  x_class_percent: percent('one or more flares of class X', 5),
  protons_percent: percent('protons of 10 MeV and above reaching 10 pfu at Earth', 5),
}
