export { ModeratedItem } from './ModeratedItem.tsx';
export { Report } from './Report.tsx';
