/* What is loaded when it is needed: each call fetches the module once. */
export const lazyMakeRoom = () => import('./make/MakeRoom.tsx');
export const lazyVisit = () => import('./visit/Visit.tsx');
export const lazyWall = () => import('./wall/Wall.tsx');
