export { CardSvg } from './card-svg.tsx'
export { loadMeasure } from './measure.ts'
