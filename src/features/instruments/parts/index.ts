export { OctaveBands } from './OctaveBands.tsx';
