import { countAnswers, listAnswers } from '../answers.sql.ts'
import {
  attendanceColumns,
  attendanceRows,
  countDays,
  countTitles,
  countTypes,
  peopleColumns,
} from '../attendance.sql.ts'
import { countRatings, listFeedback } from '../feedback.sql.ts'
import {
  type Column,
  cellOf,
  counts,
  figure,
  label,
  ownPages,
  type Report,
  reportPage,
  reservationsPage,
  textOf,
  words,
} from '../report.ts'

const DAY: Column = { key: 'label', kind: 'day' }

export const attendance: readonly Report[] = [
  {
    name: 'attendance',
    group: 'attendance',
    main: ['district', 'people'],
    heading: 'attendance',
    groupings: ['region', 'area', 'district', 'assembly', 'empty'],
    filters: ['status', 'participant_type', 'unit'],
    compares: true,
    sort: '-people',
    chart: { kind: 'bars', value: 'people' },
    headline: 'people',
    columns: attendanceColumns,
    rows: attendanceRows,
    links: (row, scope) => {
      const unit = textOf(row, '_id')
      if (unit === undefined || scope.grouping === 'empty') return {}
      return {
        people: reportPage(scope, 'people', { unit }),
        with_no_one: reportPage(scope, 'attendance', { grouping: 'empty', unit }),
      }
    },
  },
  {
    name: 'participant_types',
    group: 'attendance',
    main: ['people'],
    filters: ['status', 'unit'],
    compares: true,
    sort: '-people',
    chart: { kind: 'bars', value: 'people' },
    headline: 'people',
    columns: peopleColumns,
    rows: countTypes,
    links: (row, scope) => ({ people: reportPage(scope, 'people', { participant_type: textOf(row, '_id') ?? '' }) }),
  },
  {
    name: 'titles',
    group: 'attendance',
    main: ['people'],
    groupings: ['title', 'designation'],
    titled: { title: 'titles', designation: 'designations' },
    filters: ['status', 'participant_type', 'unit'],
    compares: true,
    sort: '-people',
    chart: { kind: 'bars', value: 'people' },
    headline: 'people',
    columns: peopleColumns,
    rows: countTitles,
  },
  {
    name: 'days',
    group: 'attendance',
    main: ['people', 'running'],
    groupings: ['day', 'week'],
    titled: { day: 'days', week: 'weeks' },
    filters: ['status', 'participant_type', 'unit', 'from', 'until'],
    chart: { kind: 'line', value: 'people' },
    headline: 'people',
    columns: () => [DAY, ...counts('reservations', 'people'), { key: 'running', kind: 'count' }],
    rows: countDays,
  },
  {
    name: 'feedback',
    group: 'attendance',
    main: ['answers', 'share_of_answers', 'words'],
    groupings: ['rating', 'each'],
    filters: ['participant_type', 'unit'],
    needs: ['reservations.read'],
    chart: { kind: 'bars', value: 'answers' },
    columns: ({ grouping }) =>
      grouping === 'rating'
        ? [label, ...counts('answers'), figure('share_of_answers', 'percent')]
        : words('rating', 'words', 'name', 'code', 'assembly'),
    rows: (scope) => (scope.grouping === 'rating' ? countRatings(scope) : listFeedback(scope)),
    links: ownPages,
  },
  {
    name: 'answers',
    group: 'attendance',
    main: ['answer', 'reservations', 'people'],
    groupings: ['answer', 'each'],
    titled: { answer: 'answers_counted', each: 'answers_each' },
    filters: ['status', 'question', 'participant_type', 'unit'],
    needs: ['reservations.read'],
    sections: true,
    headline: 'answers',
    columns: ({ grouping, say }) => [
      { key: 'section', kind: 'text', name: say('column_question') },
      ...(grouping === 'each'
        ? [
            ...words('name', 'code', 'answer'),
            { ...figure('people'), name: say('column_people_of_one') },
            ...words('phone', 'assembly'),
          ]
        : [
            ...words('answer'),
            figure('reservations'),
            { ...figure('people'), name: say('column_people_of_all') },
            figure('share_of_answers', 'percent'),
          ]),
    ],
    rows: (scope) => (scope.grouping === 'each' ? listAnswers(scope) : countAnswers(scope)),
    links: (row, scope) => {
      if (scope.grouping === 'each') return ownPages(row)
      const question = textOf(row, 'question_id')
      const filter = textOf(row, 'answer_filter')
      const reservations = filter && reservationsPage(scope, { answer: filter })
      // Who has not answered is not among the answers: their name leads to the same list as their figure.
      const whole = cellOf(row, 'reservations') === 0 ? undefined : reservations
      const answer = question ? reportPage(scope, 'answers', { grouping: 'each', question }) : whole
      return { ...(answer && { answer }), ...(reservations && { reservations }) }
    },
  },
]
