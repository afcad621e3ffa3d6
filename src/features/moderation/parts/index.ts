export { Report } from './Report.tsx';
